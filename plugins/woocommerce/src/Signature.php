<?php
/** Verifies a webhook as Standard Webhooks describes it. Pure: nothing of WordPress is used. */

namespace Sluice\WooCommerce;

final class Signature {
	private const TOLERANCE_SECONDS = 300;

	/**
	 * @param string $body as it arrived.
	 * @param string $secret `whsec_…`; two of them, separated by a space, while one is being rotated.
	 */
	public static function is_valid( string $body, string $id, string $timestamp, string $signatures, string $secret, int $now ): bool {
		if ( $id === '' || ! preg_match( '/^\d{1,12}$/', $timestamp ) || abs( $now - (int) $timestamp ) > self::TOLERANCE_SECONDS ) {
			return false;
		}
		$is_valid = false;
		foreach ( preg_split( '/\s+/', trim( $secret ) ) as $one ) {
			$key = base64_decode( preg_replace( '/^whsec_/', '', $one ), true );
			if ( $key === false || $key === '' ) {
				continue;
			}
			$expected = 'v1,' . base64_encode( hash_hmac( 'sha256', "$id.$timestamp.$body", $key, true ) );
			foreach ( explode( ' ', $signatures ) as $given ) {
				$is_valid = hash_equals( $expected, $given ) || $is_valid;
			}
		}
		return $is_valid;
	}
}
