import { describe, expect, it } from 'vitest';
import { movedTo } from './moved.ts';

describe('an address of before', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['/sign-in', '/sign-in'],
    ['/sign-in/code', '/sign-in'],
    ['/sign-out', '/sign-in'],
    ['/sign-up', '/sign-up'],
    ['/sign-up/sent', '/sign-up'],
    ['/resend', '/sign-up/resend'],
    ['/forgotten', '/forgotten-password'],
    ['/forgotten/sent', '/forgotten-password'],
    ['/locked-out', '/locked-out'],
    ['/locked-out/sent', '/locked-out'],
    ['/profile', '/profile'],
    ['/profile/two-step', '/profile'],
    ['/profile/sessions', '/profile'],
    ['/profile/bank', '/open/bank-accounts'],
    ['/profile/bank?for=12&end=ba_1', '/open/bank-accounts'],
    ['/verify/7Gk2', '/confirm/7Gk2'],
    ['/reset/7Gk2', '/reset-password/7Gk2'],
    ['/lift/7Gk2', '/lift-limit/7Gk2'],
    ['/invitations/7Gk2', '/invitations/7Gk2'],
    ['/invitations/7Gk2/accept', '/invitations/7Gk2'],
    ['/invitations/7Gk2/decline', '/invitations/7Gk2'],
    ['/reset/\r\nLocation:x', '/reset-password/%0D%0ALocation%3Ax'],
    ['/test', '/open/wallet?mode=test'],
    ['/live/', '/open/wallet?mode=live'],
    ['/payments', '/open/wallet-payments'],
    ['/live/payments?before=9', '/open/wallet-payments?mode=live'],
    ['/top-up', '/open/top-up'],
    ['/test/top-up?currency=EUR', '/open/top-up?mode=test&currency=EUR'],
    ['/test/top-up?currency=%2F%2Fevil', '/open/top-up?mode=test'],
    ['/payouts', '/open/payouts'],
    ['/test/payouts?account=1.2.wallet.EUR', '/open/payouts?mode=test'],
    ['/companies?done=ended', '/open/companies'],
    ['/companies/12/end', '/open/companies'],
    ['/sign-in?next=/account', '/sign-in'],
    ['/sign-up?next=/account/invitations/7Gk2', '/sign-up?next=%2Finvitations%2F7Gk2'],
    [
      '/sign-in?next=/account/test/top-up?currency=EUR',
      '/sign-in?next=%2Fopen%2Ftop-up%3Fmode%3Dtest%26currency%3DEUR',
    ],
    ['/sign-in?next=//evil.example', '/sign-in'],
    ['/sign-in?next=https://evil.example/account', '/sign-in'],
    ['/sign-in?next=/account/../x', '/sign-in'],
    ['/sign-in?next=/account/nothing', '/sign-in'],
    ['/sign-in?next=/accounts/companies', '/sign-in'],
    ['/sign-in?next=/ACCOUNT/companies', '/sign-in'],
    ['/sign-in?next=.account/companies', '/sign-in'],
  ])('%j leads to its screen, %s', (before, screen) => {
    const [path = '', query] = before.split(/\?(.*)/s, 2);
    expect(movedTo(path, Object.fromEntries(new URLSearchParams(query)))).toBe(screen);
  });

  it.each([
    '/nothing-here',
    '/verify',
    '/verify/7Gk2/accept',
    '/verify/../../evil',
    '/invitations/7Gk2/other',
    '/invitations/7Gk2/accept/more',
    '/companies/x/end',
    '/test/companies',
    '/assets/account.css',
    '/constructor',
    '/__proto__',
    '/test/constructor',
  ])('%s was none', (path) => {
    expect(movedTo(path)).toBeUndefined();
  });
});
