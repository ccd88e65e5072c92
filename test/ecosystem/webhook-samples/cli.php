<?php

// The sample in PHP: reads a delivery a line as JSON from stdin, and writes its verdict a line to stdout.

declare(strict_types=1);

set_error_handler(static function (int $severity, string $message): never {
    throw new ErrorException($message, 0, $severity);
});

require $argv[1];

while (($line = fgets(STDIN)) !== false) {
    $delivery = json_decode($line, true, 8, JSON_THROW_ON_ERROR);
    $verdict = is_genuine($delivery['secret'], $delivery['headers'], base64_decode($delivery['body']));
    echo var_export($verdict, true), "\n";
}
