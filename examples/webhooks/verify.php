<?php

declare(strict_types=1);

/**
 * Whether a delivery is genuine. `$headers`: as of `getallheaders()`; `$body`: the bytes as received, of `php://input`.
 *
 * @param array<string, string> $headers
 */
function is_genuine(string $secret, array $headers, string $body): bool
{
    $headers = array_change_key_case($headers);
    $timestamp = $headers['x-service-timestamp'] ?? '';
    if (preg_match('/\A[0-9]{1,12}\z/', $timestamp) !== 1) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = hash_hmac('sha256', "$timestamp.$body", $secret);
    // During the overlap of a rotation, the previous secrets sign as well.
    $signatures = ($headers['x-service-signature'] ?? '') . ' ' . ($headers['x-service-signature-previous'] ?? '');
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
