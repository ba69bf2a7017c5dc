<?php

// Calls the three endpoints with nothing but PHP's curl extension and http_build_query().

declare(strict_types=1);

/** The string to sign: every parameter except `sign`, sorted by name. PHP's own encoding is the service's. */
function canonical(array $params): string
{
    ksort($params, SORT_STRING);

    return http_build_query($params);
}

function sign(array $params): string
{
    return hash_hmac('sha256', canonical($params), getenv('SECRET'));
}

function call(string $name, string $method, string $path, string $transport, array $params): void
{
    $params += ['plugin_id' => getenv('PLUGIN_ID'), 'timestamp' => time()];
    $params['sign'] = sign($params);

    $url = getenv('OPENPLUG_URL') . $path;
    // CUSTOMREQUEST keeps a GET a GET where POSTFIELDS would make it a POST.
    $options = [CURLOPT_RETURNTRANSFER => true, CURLOPT_CUSTOMREQUEST => $method];
    switch ($transport) {
        case 'query':
            $url .= '?' . http_build_query($params);
            break;
        case 'json':
            $options[CURLOPT_POSTFIELDS] = json_encode($params, JSON_THROW_ON_ERROR);
            $options[CURLOPT_HTTPHEADER] = ['Content-Type: application/json'];
            break;
        case 'form': // a string is sent urlencoded ...
            $options[CURLOPT_POSTFIELDS] = http_build_query($params);
            break;
        case 'multipart': // ... and an array as multipart/form-data
            $options[CURLOPT_POSTFIELDS] = $params;
            break;
    }

    $request = curl_init($url);
    curl_setopt_array($request, $options);
    $text = curl_exec($request);
    if ($text === false) {
        throw new RuntimeException(curl_error($request));
    }

    // Objects stay objects, so that an empty one is printed as {} again.
    $body = json_decode($text) ?? $text;
    $signed = isset($body->resource, $body->sign);
    echo json_encode([
        'call' => "$name $transport",
        'status' => curl_getinfo($request, CURLINFO_RESPONSE_CODE),
        'body' => $body,
        'signatureValid' => $signed ? hash_equals(sign((array) $body->resource), $body->sign) : null,
    ], JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}

$user = ['access_token' => getenv('ACCESS_TOKEN'), 'note' => getenv('TITLE')];
$order = ['out_order_id' => getenv('ORDER_ID'), 'note' => getenv('TITLE')];
$goods = [
    'access_token' => getenv('ACCESS_TOKEN'),
    'title' => getenv('TITLE'),
    'total_fee' => 100,
    'pay_limit' => 1,
];

foreach (['query', 'json'] as $transport) {
    call('baseinfo', 'GET', '/baseinfo', $transport, $user);
}
foreach (['query', 'json', 'form', 'multipart'] as $transport) {
    call('goods', 'POST', '/goods', $transport, $goods);
}
foreach (['query', 'json'] as $transport) {
    call('payments/record', 'GET', '/payments/record', $transport, $order);
}
