<?php
/** WooCommerce → Status → Logs, source `sluice`. Errors always, everything else when the shop has switched it on. */

namespace Sluice\WooCommerce;

final class Log {
	public static function write( Settings $settings, string $level, string $message ): void {
		if ( $settings->logs || $level === 'error' ) {
			wc_get_logger()->log( $level, $message, array( 'source' => GATEWAY ) );
		}
	}
}
