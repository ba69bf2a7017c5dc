# Receives callbacks with nothing but Ruby's standard library: SECRET=… PORT=8000 ruby receiver.rb

require 'json'
require 'openssl'
require 'socket'
require 'uri'

def genuine?(body)
  message = JSON.parse(body)
  # The service signs with PHP's encoding, which escapes "*"; encode_www_form leaves it bare.
  text = URI.encode_www_form(message['resource'].sort).gsub('*', '%2A')
  expected = OpenSSL::HMAC.hexdigest('SHA256', ENV.fetch('SECRET'), text)
  message['sign'].bytesize == 64 && OpenSSL.fixed_length_secure_compare(message['sign'], expected)
rescue JSON::ParserError, NoMethodError
  false # a message that cannot be read is not genuine either
end

server = TCPServer.new('127.0.0.1', ENV.fetch('PORT', '8000').to_i)
$stdout.puts "listening on #{server.addr[1]}"
$stdout.flush

# A web framework does this part.
loop do
  socket = server.accept
  length = 0
  while (line = socket.gets) && line != "\r\n"
    length = line[/\Acontent-length: *(\d+)/i, 1].to_i if line =~ /\Acontent-length:/i
  end
  genuine = genuine?(socket.read(length).force_encoding('UTF-8'))
  # A message can come more than once: here, act on the order_id unless that was done before.
  status, answer = genuine ? ['200 OK', 'SUCCESS'] : ['401 Unauthorized', 'wrong signature']
  socket.write "HTTP/1.1 #{status}\r\nContent-Length: #{answer.bytesize}\r\nConnection: close\r\n\r\n#{answer}"
  socket.close
end
