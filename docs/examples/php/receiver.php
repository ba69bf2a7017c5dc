<?php

// Receives callbacks. To try it: php -S 127.0.0.1:8000 receiver.php

declare(strict_types=1);

namespace Openplug;

use RuntimeException;
use Throwable;

require_once __DIR__ . '/openplug.php';

const MAX_BODY_BYTES = 65_536;

// A warning in the answer would be no SUCCESS.
ini_set('display_errors', '0');

[$status, $answer] = receive();
http_response_code($status);
header('Content-Type: text/plain');
echo $answer;

/** @return array{int, string} The status and the text of the answer. */
function receive(): array
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return [405, 'expected POST'];
    }
    [$mediaType] = explode(';', $_SERVER['CONTENT_TYPE'] ?? '');
    if (strtolower(trim($mediaType)) !== 'application/json') {
        return [415, 'expected application/json'];
    }
    $body = (string) file_get_contents('php://input', length: MAX_BODY_BYTES + 1);
    if (strlen($body) > MAX_BODY_BYTES) {
        return [413, 'too large'];
    }

    try {
        $order = verify($body, secretsFromEnvironment(), $_SERVER['HTTP_OPENPLUG_PREVIOUS_SIGN'] ?? '');
        if ($order === null) {
            return [401, 'wrong signature'];
        }
        // It names a file below.
        if (!preg_match('/^[A-Za-z0-9]{32}$/D', (string) ($order['order_id'] ?? ''))) {
            return [400, 'expected an order'];
        }
        // Only 10 is paid. The service tries an address with a message that is not.
        if (($order['status'] ?? null) === 10) {
            storeOnce($order);
        }
    } catch (Throwable $problem) {
        error_log("callback not taken: {$problem->getMessage()}");

        // The service sends it again.
        return [500, 'not stored'];
    }

    return [200, 'SUCCESS'];
}

/**
 * Writes the paid order to ORDERS_DIR, unless it is there: a message can come more than once, and two at the same time.
 * Deliver what was bought from these files, in a job of your own. With a database, insert a row with a unique order_id
 * instead.
 *
 * @param array<string, string|int> $order
 */
function storeOnce(array $order): void
{
    $folder = getenv('ORDERS_DIR') ?: __DIR__ . '/orders';
    if (!is_dir($folder) && !mkdir($folder, 0700, true) && !is_dir($folder)) {
        throw new RuntimeException("cannot make $folder");
    }
    $path = "$folder/{$order['order_id']}.json";
    $json = json_encode($order, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
    $draft = "$folder/." . bin2hex(random_bytes(8));
    $file = fopen($draft, 'x') ?: throw new RuntimeException("cannot write to $folder");
    try {
        if (fwrite($file, $json) !== strlen($json) || !fsync($file)) {
            throw new RuntimeException("cannot write $draft");
        }
        // link() gives the whole file its name, or fails if there is one of that name.
        if (!@link($draft, $path) && !is_file($path)) {
            throw new RuntimeException("cannot write $path");
        }
        // Once more, so that the name is on the disk too.
        if (!fsync($file)) {
            throw new RuntimeException("cannot keep $path");
        }
    } finally {
        fclose($file);
        unlink($draft);
    }
}
