<?php
/** Another event of the same order is being taken for longer than this one can wait. Nothing was done: it has to come again. */

namespace Sluice\WooCommerce;

final class Busy extends \RuntimeException {
}
