# Calls the three endpoints with nothing but Ruby's standard library.

require 'json'
require 'net/http'
require 'openssl'
require 'uri'

# Environment values carry the locale's encoding; these are UTF-8 whatever the locale says.
def env(name) = ENV.fetch(name).dup.force_encoding('UTF-8')

# The string to sign: every parameter except `sign`, sorted by name.
def canonical(params) = URI.encode_www_form(params.sort)

def sign(text) = OpenSSL::HMAC.hexdigest('SHA256', env('SECRET'), text)

def genuine?(answer)
  # The service signs with PHP's encoding, which escapes "*"; encode_www_form leaves it bare.
  text = canonical(answer['resource']).gsub('*', '%2A')
  answer['sign'].bytesize == 64 && OpenSSL.fixed_length_secure_compare(answer['sign'], sign(text))
end

def call(name, method, path, transport, params)
  params = params.merge(plugin_id: env('PLUGIN_ID'), timestamp: Time.now.to_i)
  params[:sign] = sign(canonical(params))

  uri = URI(env('OPENPLUG_URL') + path)
  uri.query = URI.encode_www_form(params) if transport == 'query'
  request = method.new(uri)
  case transport
  when 'json'
    request.content_type = 'application/json'
    request.body = JSON.generate(params)
  when 'form'
    request.set_form_data(params)
  when 'multipart'
    request.set_form(params.map { |key, value| [key.to_s, value.to_s] }, 'multipart/form-data')
  end

  response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }

  text = response.body.force_encoding('UTF-8')
  answer = begin
    JSON.parse(text)
  rescue JSON::ParserError
    text.scrub
  end
  signed = answer.is_a?(Hash) && answer.key?('resource')
  puts JSON.generate(
    call: "#{name} #{transport}",
    status: response.code.to_i,
    body: answer,
    signatureValid: signed ? genuine?(answer) : nil
  )
end

user = { access_token: env('ACCESS_TOKEN'), note: env('TITLE') }
order = { out_order_id: env('ORDER_ID'), note: env('TITLE') }
goods = { access_token: env('ACCESS_TOKEN'), title: env('TITLE'), total_fee: 100, pay_limit: 1 }

call('baseinfo', Net::HTTP::Get, '/baseinfo', 'query', user)
%w[query json form multipart].each { |transport| call('goods', Net::HTTP::Post, '/goods', transport, goods) }
call('payments/record', Net::HTTP::Get, '/payments/record', 'query', order)
