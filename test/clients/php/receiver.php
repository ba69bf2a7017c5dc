<?php

// Receives callbacks: SECRET=… php -S 127.0.0.1:8000 receiver.php

declare(strict_types=1);

// The raw body: what a framework has read may be trimmed or lack empty values.
$message = json_decode(file_get_contents('php://input'), true);
$resource = $message['resource'] ?? [];

ksort($resource, SORT_STRING);
$expected = hash_hmac('sha256', http_build_query($resource), getenv('SECRET'));
if (!hash_equals($expected, $message['sign'] ?? '')) {
    http_response_code(401);
    exit('wrong signature');
}

// A message can come more than once: here, act on $resource['order_id'] unless that was done before.
echo 'SUCCESS';
