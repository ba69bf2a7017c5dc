<?php

// Links an account, creates goods, and asks for a payment: php client.php ACCESS_TOKEN TITLE [ORDER_NUMBER]

declare(strict_types=1);

namespace Openplug;

use RuntimeException;

require_once __DIR__ . '/openplug.php';

final class Client
{
    /** @param non-empty-list<string> $secrets The newest first; it signs the requests. */
    public function __construct(
        private readonly string $baseUrl,
        private readonly string $pluginId,
        private readonly array $secrets,
    ) {
    }

    /**
     * Returns who the access token belongs to. Keep `open_id` beside your own user: it never changes, the token ends.
     *
     * @return array{avatar: string, member: int, nickname: string, open_id: string, timestamp: int}
     */
    public function baseInfo(string $accessToken): array
    {
        return $this->verified($this->call('GET', '/baseinfo', ['access_token' => $accessToken]));
    }

    /** Creates goods for one price, in fen, and returns their goods_id. A pay limit of 0 means: no limit. */
    public function createGoods(string $accessToken, string $title, int $totalFeeFen, int $payLimit = 0): string
    {
        $parameters = ['title' => $title, 'total_fee' => $totalFeeFen, 'pay_limit' => $payLimit];
        $body = $this->call('POST', '/goods', ['access_token' => $accessToken] + $parameters);

        return json_decode($body, true, flags: JSON_THROW_ON_ERROR)['message'];
    }

    /**
     * Returns the order with this number, yours or the platform's. It is paid if its `status` is 10.
     *
     * @return array<string, string|int>
     */
    public function paymentRecord(string $orderNumber): array
    {
        $order = $this->verified($this->call('GET', '/payments/record', ['out_order_id' => $orderNumber]));
        if (!in_array($orderNumber, [$order['order_id'], $order['out_order_id']], true)) {
            throw new RuntimeException('openplug answered with another order');
        }

        return $order;
    }

    /** @param array<string, string|int> $parameters */
    private function call(string $method, string $path, array $parameters): string
    {
        $parameters += ['plugin_id' => $this->pluginId, 'timestamp' => time()];
        $parameters['sign'] = sign($parameters, $this->secrets[0]);
        $form = http_build_query($parameters, '', '&');

        $request = curl_init($this->baseUrl . $path . ($method === 'GET' ? "?$form" : ''));
        curl_setopt_array($request, [CURLOPT_RETURNTRANSFER => true, CURLOPT_CONNECTTIMEOUT => 5, CURLOPT_TIMEOUT => 10]);
        if ($method === 'POST') {
            curl_setopt($request, CURLOPT_POSTFIELDS, $form);
        }
        $body = curl_exec($request);
        if ($body === false) {
            throw new RuntimeException('openplug was not reached: ' . curl_error($request));
        }
        $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        if ($status !== 200) {
            throw new RuntimeException("openplug answered $method $path with $status: $body", $status);
        }

        return $body;
    }

    /** @return array<string, string|int> */
    private function verified(string $body): array
    {
        return verify($body, $this->secrets) ?? throw new RuntimeException('the answer is not signed by openplug');
    }
}

// From here on it is the command; a program that requires this file leaves it out.
if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    if ($argc < 3) {
        fwrite(STDERR, "usage: php client.php ACCESS_TOKEN TITLE [ORDER_NUMBER]\n");
        exit(2);
    }
    [, $accessToken, $title] = $argv;
    $baseUrl = getenv('OPENPLUG_URL') ?: 'http://127.0.0.1:3000';
    $show = function (string $name, array|string $value): void {
        echo "$name: ", json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\n";
    };
    try {
        $client = new Client($baseUrl, (string) getenv('OPENPLUG_PLUGIN_ID'), secretsFromEnvironment());
        $show('user', $client->baseInfo($accessToken));
        $show('goods', $client->createGoods($accessToken, $title, 100));
        if (isset($argv[3])) {
            $show('order', $client->paymentRecord($argv[3]));
        }
    } catch (RuntimeException $problem) {
        fwrite(STDERR, $problem->getMessage() . "\n");
        exit(1);
    }
}
