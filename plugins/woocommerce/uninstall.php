<?php
/** Takes the settings with it, which have secrets. Orders keep the IDs of their payments. */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'woocommerce_sluice_settings' );
