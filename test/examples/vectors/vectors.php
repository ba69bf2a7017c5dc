<?php

// Signs and verifies the test vectors on standard input with the PHP example.

declare(strict_types=1);

require __DIR__ . '/../../../docs/examples/php/openplug.php';

while (($line = fgets(STDIN)) !== false) {
    [$kind, $first, $second, $rest] = array_map(base64_decode(...), explode(' ', rtrim($line, "\n")));
    if ($kind === 'request') {
        $parameters = json_decode($rest, true);
        echo Openplug\canonicalString($parameters), ' ', Openplug\sign($parameters, $first), "\n";
    } else {
        echo Openplug\verify($first, explode(',', $rest), $second) === null ? 'forged' : 'genuine', "\n";
    }
}
