"""
Calls the Python library for `tests/kits`: one call a line on standard input, as JSON, and its outcome a line on standard output. First
it says which calls it has. With `KIT_TRANSPORT=async` it uses the clients with `async`.
"""

import asyncio
import dataclasses
import inspect
import json
import os
import sys
from decimal import Decimal
from typing import Any

from sluice import (
    AsyncMerchant,
    AsyncPartner,
    Merchant,
    Page,
    Partner,
    RequestOptions,
    SluiceConnectionError,
    SluiceError,
    WebhookVerificationError,
    check_webhook,
    sign_webhook,
    verify_hex_signature,
    verify_webhook,
)

is_async = os.environ.get("KIT_TRANSPORT") == "async"
waits = 0


def pause(_seconds: float) -> None:
    global waits
    waits += 1


async def async_pause(seconds: float) -> None:
    pause(seconds)


def options(of: str) -> dict[str, Any]:
    return {
        "base_url": os.environ.get("SLUICE_URL"),
        "client_id": os.environ.get(f"{of}_CLIENT_ID"),
        "client_secret": os.environ.get(f"{of}_CLIENT_SECRET"),
        "pause": async_pause if is_async else pause,
    }


merchant_class, partner_class = (AsyncMerchant, AsyncPartner) if is_async else (Merchant, Partner)
shop = merchant_class(**options("SHOP"))
test = partner_class(**options("COMPANY"))
live = partner_class(**options("COMPANY_LIVE"))


class Some:
    """The first items of a list that may have no end."""

    def __init__(self, items: Any, count: int) -> None:
        self.items, self.count = items, count

    def taken(self) -> list[Any]:
        found = []
        for item in self.items:
            found.append(item)
            if len(found) == self.count:
                break
        return found

    async def async_taken(self) -> list[Any]:
        found = []
        async for item in self.items:
            found.append(item)
            if len(found) == self.count:
                break
        return found


def everything(items: Any) -> Some:
    return Some(items, -1)


# The method of each operation: path, query and body are those of the request.
calls = {
    "createAccessToken": lambda shop, to, p, q, b: shop.access_token(),
    "createPayment": lambda shop, to, p, q, b: shop.payments.create(b),
    "getPayment": lambda shop, to, p, q, b: shop.payments.get(p["token"]),
    "getPaymentByQuery": lambda shop, to, p, q, b: shop.payments.find(q),
    "getPaymentByKeys": lambda shop, to, p, q, b: shop.payments.get_by_keys(b["token"]),
    "refundPayment": lambda shop, to, p, q, b: shop.payments.refund(b),
    "capturePayment": lambda shop, to, p, q, b: shop.payments.capture(b),
    "cancelPayment": lambda shop, to, p, q, b: shop.payments.cancel(b["token"]),
    "listMerchantEvents": lambda shop, to, p, q, b: shop.events.list(q),
    "listMerchantWebhookEndpoints": lambda shop, to, p, q, b: shop.webhooks.list(),
    "resendMerchantWebhooks": lambda shop, to, p, q, b: shop.webhooks.resend(p["id"], b),
    "createOrder": lambda shop, to, p, q, b: to.orders.create(b),
    "createManyOrders": lambda shop, to, p, q, b: to.orders.create_many(b["orders"]),
    "listOrders": lambda shop, to, p, q, b: to.orders.list(q),
    "getOrder": lambda shop, to, p, q, b: to.orders.get(p["ref"]),
    "confirmOrderPayment": lambda shop, to, p, q, b: to.orders.confirm_payment(p["ref"]),
    "cancelOrder": lambda shop, to, p, q, b: to.orders.cancel(p["ref"]),
    "captureOrder": lambda shop, to, p, q, b: to.orders.capture(p["ref"], b),
    "refundOrder": lambda shop, to, p, q, b: to.orders.refund(p["ref"], b),
    "reverseOrder": lambda shop, to, p, q, b: to.orders.reverse(p["ref"], b),
    "holdOrder": lambda shop, to, p, q, b: to.orders.hold(p["ref"], b),
    "releaseOrder": lambda shop, to, p, q, b: to.orders.release(p["ref"]),
    "assignSplit": lambda shop, to, p, q, b: to.orders.assign_split(p["ref"], p["n"], b),
    "holdManyOrders": lambda shop, to, p, q, b: to.orders.hold_many(b),
    "releaseManyOrders": lambda shop, to, p, q, b: to.orders.release_many(b),
    "assignManySplits": lambda shop, to, p, q, b: to.orders.assign_many(b),
    "listBeneficiaries": lambda shop, to, p, q, b: to.beneficiaries.list(),
    "endBeneficiary": lambda shop, to, p, q, b: to.beneficiaries.end(p["id"]),
    "widenBeneficiary": lambda shop, to, p, q, b: to.beneficiaries.widen(p["id"]),
    "createInvitation": lambda shop, to, p, q, b: to.invitations.create(b),
    "listInvitations": lambda shop, to, p, q, b: to.invitations.list(q),
    "getInvitation": lambda shop, to, p, q, b: to.invitations.get(p["id"]),
    "revokeInvitation": lambda shop, to, p, q, b: to.invitations.revoke(p["id"]),
    "resendInvitation": lambda shop, to, p, q, b: to.invitations.resend(p["id"]),
    "listWallets": lambda shop, to, p, q, b: to.wallets.list(),
    "createTopUp": lambda shop, to, p, q, b: to.wallets.top_up(b),
    "transferCommission": lambda shop, to, p, q, b: to.wallets.transfer(b),
    "recordDebtRepaid": lambda shop, to, p, q, b: to.debts.record_repaid(b),
    "writeOffDebt": lambda shop, to, p, q, b: to.debts.write_off(b),
    "listDebtSettlements": lambda shop, to, p, q, b: to.debts.settlements(q),
    "listHeldCash": lambda shop, to, p, q, b: to.cash.held(q),
    "listCashHandovers": lambda shop, to, p, q, b: to.cash.handovers(q),
    "recordCashHandover": lambda shop, to, p, q, b: to.cash.record(b),
    "confirmCashHandover": lambda shop, to, p, q, b: to.cash.confirm(p["id"]),
    "declineCashHandover": lambda shop, to, p, q, b: to.cash.decline(p["id"]),
    "withdrawCashHandover": lambda shop, to, p, q, b: to.cash.withdraw(p["id"]),
    "transferCash": lambda shop, to, p, q, b: to.cash.transfer(b),
    "getCashSettings": lambda shop, to, p, q, b: to.cash.settings(),
    "updateCashSettings": lambda shop, to, p, q, b: to.cash.update_settings(b),
    "createSettlement": lambda shop, to, p, q, b: to.settlements.create(b),
    "listSettlements": lambda shop, to, p, q, b: to.settlements.list(q),
    "getSettlement": lambda shop, to, p, q, b: to.settlements.get(p["id"], q),
    "getSettlementStatementCsv": lambda shop, to, p, q, b: to.settlements.statement_csv(p["id"]),
    "getSettlementStatementPage": lambda shop, to, p, q, b: to.settlements.statement_html(p["id"]),
    "getSettlementSchedule": lambda shop, to, p, q, b: to.settlements.schedule(),
    "updateSettlementSchedule": lambda shop, to, p, q, b: to.settlements.update_schedule(b),
    "listShadowBalances": lambda shop, to, p, q, b: to.shadow.list(q),
    "getShadowBalancesCsv": lambda shop, to, p, q, b: to.shadow.csv(q),
    "getRestaurant": lambda shop, to, p, q, b: to.shadow.get(p["ref"], q),
    "recordPaidOutside": lambda shop, to, p, q, b: to.shadow.record_paid_outside(b),
    "nameRestaurant": lambda shop, to, p, q, b: to.shadow.name(b),
    "inviteRestaurant": lambda shop, to, p, q, b: to.shadow.invite(p["ref"], b),
    "claimShadowOrders": lambda shop, to, p, q, b: to.shadow.claim(p["ref"], b),
    "getStatement": lambda shop, to, p, q, b: to.statements.get(p["month"], q),
    "getStatementCsv": lambda shop, to, p, q, b: to.statements.csv(p["month"], q),
    "getStatementPage": lambda shop, to, p, q, b: to.statements.html(p["month"], q),
    "listPayouts": lambda shop, to, p, q, b: to.payouts.list(q),
    "createPayout": lambda shop, to, p, q, b: to.payouts.create(b),
    "getPayout": lambda shop, to, p, q, b: to.payouts.get(p["id"]),
    "cancelPayout": lambda shop, to, p, q, b: to.payouts.cancel(p["id"]),
    "listPayoutSchedules": lambda shop, to, p, q, b: to.payouts.schedules(),
    "setPayoutSchedule": lambda shop, to, p, q, b: to.payouts.set_schedule(b),
    "listBankAccounts": lambda shop, to, p, q, b: to.payouts.bank_accounts(),
    "getTestClock": lambda shop, to, p, q, b: to.test.clock(),
    "advanceTestClock": lambda shop, to, p, q, b: to.test.advance_clock(b),
    "drainTestWork": lambda shop, to, p, q, b: to.test.drain(),
    "listEvents": lambda shop, to, p, q, b: to.events.list(q),
    "listWebhookEndpoints": lambda shop, to, p, q, b: to.webhooks.list(),
    "createWebhookEndpoint": lambda shop, to, p, q, b: to.webhooks.create(b),
    "getWebhookEndpoint": lambda shop, to, p, q, b: to.webhooks.get(p["id"]),
    "updateWebhookEndpoint": lambda shop, to, p, q, b: to.webhooks.update(p["id"], b),
    "deleteWebhookEndpoint": lambda shop, to, p, q, b: to.webhooks.delete(p["id"]),
    "rotateWebhookSecret": lambda shop, to, p, q, b: to.webhooks.rotate_secret(p["id"], b),
    "pauseWebhookEndpoint": lambda shop, to, p, q, b: to.webhooks.pause(p["id"]),
    "resumeWebhookEndpoint": lambda shop, to, p, q, b: to.webhooks.resume(p["id"]),
    "testWebhookEndpoint": lambda shop, to, p, q, b: to.webhooks.send_test(p["id"]),
    "listWebhookDeliveries": lambda shop, to, p, q, b: to.webhooks.deliveries(p["id"], q),
    "getWebhookDelivery": lambda shop, to, p, q, b: to.webhooks.delivery(p["id"], p["event_id"]),
    "resendWebhook": lambda shop, to, p, q, b: to.webhooks.resend(p["id"], p["event_id"]),
    "resendWebhooks": lambda shop, to, p, q, b: to.webhooks.resend_many(p["id"], b),
}

# What is more than one operation, or none.
more = {
    "allOrders": lambda shop, to, p, q, b: everything(to.orders.all(q)),
    "allEvents": lambda shop, to, p, q, b: everything(to.events.all(q)),
    "allPayments": lambda shop, to, p, q, b: everything(shop.events.all(q)),
    "allDeliveries": lambda shop, to, p, q, b: everything(to.webhooks.all_deliveries(p["id"], q)),
    "followEvents": lambda shop, to, p, q, b: Some(to.events.follow(q), p["count"]),
    "topUpOnce": lambda shop, to, p, q, b: to.wallets.top_up(b, RequestOptions(idempotency_key=p["key"])),
    "topUpFloat": lambda shop, to, p, q, b: to.wallets.top_up({"amount": 0.1 + 0.2, "currency": "float"}),
    "checkWebhook": lambda shop, to, p, q, b: check_webhook(b["payload"], b["headers"], b["secret"], now=b["now"]),
    "verifyWebhook": lambda shop, to, p, q, b: verify_webhook(b["payload"], b["headers"], b["secret"], now=b.get("now")),
    "signWebhook": lambda shop, to, p, q, b: sign_webhook(b["payload"], id=b["id"], secret=b["secret"], timestamp=b["now"]),
    "verifyHexSignature": lambda shop, to, p, q, b: verify_hex_signature(b["payload"], b["signature"], b["secret"]),
}

listed = {"createManyOrders", "holdManyOrders", "releaseManyOrders", "assignManySplits"}
loop = asyncio.new_event_loop() if is_async else None


def finished(value: Any) -> Any:
    if isinstance(value, Some):
        return loop.run_until_complete(value.async_taken()) if loop else value.taken()
    return loop.run_until_complete(value) if loop and inspect.isawaitable(value) else value


def shown(value: Any) -> Any:
    """An answer by its attributes, as its reader sees it."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, list):
        return [shown(one) for one in value]
    if isinstance(value, dict):
        return {key: shown(one) for key, one in value.items()}
    if isinstance(value, Page) or dataclasses.is_dataclass(value):
        names = [one.name for one in dataclasses.fields(value) if one.name != "raw"]
        return {name.rstrip("_"): shown(getattr(value, name)) for name in names}
    return value


def outcome(asked: dict[str, Any]) -> dict[str, Any]:
    name = asked["id"]
    run = calls.get(name) or more[name]
    to = live if asked.get("live") else test
    try:
        answer = shown(finished(run(shop, to, asked.get("path", {}), asked.get("query", {}), asked.get("body", {}))))
        return {"answer": {"results": answer} if name in listed else answer}
    except SluiceError as error:
        facts = {"status": error.status, "code": error.code, "message": error.message}
        return {"error": {"name": "refused", "details": error.details, "requestId": error.request_id, **facts}}
    except SluiceConnectionError as error:
        return {"error": {"name": "connection", "message": str(error)}}
    except WebhookVerificationError as error:
        return {"error": {"name": "webhook", "message": str(error)}}
    except (TypeError, ValueError) as error:
        return {"error": {"name": "argument", "message": str(error)}}


def say(value: Any) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


say({"calls": list(calls)})
for line in sys.stdin:
    waits = 0
    done = outcome(json.loads(line, parse_float=Decimal))
    say({**done, "waits": waits})
