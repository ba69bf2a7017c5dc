<?php

// Signs requests to openplug, and verifies what openplug sends. Copy this file; it needs nothing else.

declare(strict_types=1);

namespace Openplug;

use RuntimeException;

/**
 * Returns the text that is signed: all parameters, sorted by name and form-encoded.
 *
 * @param array<string, string|int> $parameters
 */
function canonicalString(array $parameters): string
{
    ksort($parameters, SORT_STRING);

    return http_build_query($parameters, '', '&', PHP_QUERY_RFC1738);
}

/** @param array<string, string|int> $parameters All parameters of the request except `sign`. */
function sign(array $parameters, string $secret): string
{
    return hash_hmac('sha256', canonicalString($parameters), $secret);
}

/**
 * Returns the `resource` of a signed response or callback. Null: it is not genuine, and nothing in it can be trusted.
 *
 * @param string $body The raw body. What a framework has parsed may be trimmed, or lack empty values.
 * @param list<string> $secrets The secrets that are valid: two while the secret is being replaced.
 * @param string $previousSigns The header Openplug-Previous-Sign of a callback.
 * @return array<string, string|int>|null
 */
function verify(string $body, array $secrets, string $previousSigns = ''): ?array
{
    $message = json_decode($body, true);
    $resource = $message['resource'] ?? null;
    $sign = $message['sign'] ?? null;
    if (!is_array($resource) || !is_string($sign)) {
        return null;
    }
    foreach ($resource as $value) {
        if (!is_string($value) && !is_int($value)) {
            return null;
        }
    }
    $presented = [$sign, ...array_map('trim', explode(',', $previousSigns))];
    foreach ($secrets as $secret) {
        $expected = sign($resource, $secret);
        foreach ($presented as $candidate) {
            if (hash_equals($expected, $candidate)) {
                return $resource;
            }
        }
    }

    return null;
}

/**
 * Reads OPENPLUG_SECRET: the secret, or the new and the old one with a comma between them while it is being replaced.
 *
 * @return non-empty-list<string>
 */
function secretsFromEnvironment(): array
{
    $secrets = array_map('trim', explode(',', (string) getenv('OPENPLUG_SECRET')));
    foreach ($secrets as $secret) {
        // With an empty secret anybody could sign.
        if (strlen($secret) !== 32) {
            throw new RuntimeException('OPENPLUG_SECRET: expected 32 characters, or several such secrets with commas');
        }
    }

    return $secrets;
}
