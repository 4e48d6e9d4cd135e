"""Interface B: the beneficiaries of a company, and their invitations."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import List, Optional, Union

from .._core import Page, RequestOptions, segment
from ..models import Beneficiary, Invitation, LinkHistory
from ..requests import CreateInvitationBody, ListInvitationsQuery
from .calls import AsyncPartnerCalls


class AsyncBeneficiaries:
    def __init__(self, calls: AsyncPartnerCalls) -> None:
        self._calls = calls

    async def list(self, options: Optional[RequestOptions] = None) -> List[Beneficiary]:
        return [Beneficiary.from_json(one) for one in await self._calls.get("/beneficiaries", None, options)]

    async def end(self, id: Union[int, str], options: Optional[RequestOptions] = None) -> LinkHistory:
        return LinkHistory.from_json(
            await self._calls.post("endBeneficiary", f"/beneficiaries/{segment(id)}/end", None, options)
        )

    async def widen(self, id: Union[int, str], options: Optional[RequestOptions] = None) -> LinkHistory:
        return LinkHistory.from_json(
            await self._calls.post("widenBeneficiary", f"/beneficiaries/{segment(id)}/widen", None, options)
        )


class AsyncInvitations:
    def __init__(self, calls: AsyncPartnerCalls) -> None:
        self._calls = calls

    async def create(self, body: CreateInvitationBody, options: Optional[RequestOptions] = None) -> Invitation:
        return Invitation.from_json(await self._calls.post("createInvitation", "/invitations", body, options))

    async def get(self, id: Union[int, str], options: Optional[RequestOptions] = None) -> Invitation:
        return Invitation.from_json(await self._calls.get(f"/invitations/{segment(id)}", None, options))

    async def list(
        self, query: Optional[ListInvitationsQuery] = None, options: Optional[RequestOptions] = None
    ) -> Page[Invitation]:
        return await self._calls.page(Invitation.from_json, "/invitations", query, options)

    def all(
        self, query: Optional[ListInvitationsQuery] = None, options: Optional[RequestOptions] = None
    ) -> AsyncIterator[Invitation]:
        return self._calls.all(Invitation.from_json, "/invitations", query, options)

    async def revoke(self, id: Union[int, str], options: Optional[RequestOptions] = None) -> Invitation:
        return Invitation.from_json(
            await self._calls.post("revokeInvitation", f"/invitations/{segment(id)}/revoke", None, options)
        )

    async def resend(self, id: Union[int, str], options: Optional[RequestOptions] = None) -> Invitation:
        return Invitation.from_json(
            await self._calls.post("resendInvitation", f"/invitations/{segment(id)}/resend", None, options)
        )
