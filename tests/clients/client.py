"""The Python client of the auth wire format, unchanged, through every flow it has: python.py <url of the shop> <mails>."""

import base64
import email
import email.policy
import hashlib
import hmac
import re
import struct
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from supabase_auth import SyncGoTrueClient
from supabase_auth.errors import AuthError

SHOP, MAILS = sys.argv[1], Path(sys.argv[2])
PASSWORDS = ["tres gatos grises", "cuatro gatos pardos", "cinco mirlos blancos"]


def client(flow="implicit"):
    return SyncGoTrueClient(url=f"{SHOP}/api/auth", flow_type=flow, auto_refresh_token=False)


def mail(to, subject):
    """The newest mail to an address whose subject holds a text; it may be on its way."""
    for _ in range(200):
        found = []
        for file in MAILS.glob("*.eml"):
            message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            if to in message["to"] and subject in message["subject"]:
                found.append((file.stat().st_mtime_ns, message.get_body(("plain",)).get_content()))
        if found:
            return max(found)[1]
        time.sleep(0.05)
    raise AssertionError(f"no mail «{subject}» to {to}")


def token_in(text):
    return re.search(r"token_hash=([\w-]+)", text)[1]


def code_in(text):
    return re.search(r"(?<!\d)\d{6}(?!\d)", re.sub(r"https?://\S+", "", text))[0]


def app_code(secret, ahead):
    """What an authenticator app shows, so many steps from now."""
    step = struct.pack(">Q", int(time.time() / 30) + ahead)
    tag = hmac.new(base64.b32decode(secret), step, hashlib.sha1).digest()
    at = tag[19] & 15
    return f"{(int.from_bytes(tag[at:at + 4], 'big') & 0x7fffffff) % 1_000_000:06}"


def refused(code, status, call, *args):
    try:
        call(*args)
    except AuthError as error:
        assert (error.code, error.status) == (code, status), (error.code, error.status, error.message)
        return
    raise AssertionError(f"{code} was expected")


class Still(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def followed(token, kind):
    """Where the link of a mail leads, as a browser that follows it learns."""
    try:
        urllib.request.build_opener(Still).open(f"{SHOP}/api/auth/verify?token={token}&type={kind}")
    except urllib.error.HTTPError as answer:
        return answer.headers["location"]
    raise AssertionError("the link leads nowhere")


def signs_up_by_link_and_by_code():
    ana = client()
    told = ana.sign_up({"email": "ana@example.com", "password": PASSWORDS[0], "options": {"data": {"name": "Ana", "age": 7}}})
    assert told.session is None and told.user.identities
    refused("email_not_confirmed", 400, ana.sign_in_with_password, {"email": "ana@example.com", "password": PASSWORDS[0]})
    refused("over_email_send_rate_limit", 429, ana.resend, {"type": "signup", "email": "ana@example.com"})
    link = token_in(mail("ana@example.com", "Confirma"))
    refused("otp_expired", 403, ana.verify_otp, {"type": "signup", "token_hash": "x" * 43})
    options = {"redirect_to": SHOP}
    assert ana.verify_otp({"type": "signup", "token_hash": link, "options": options}).session
    assert ana.get_user().user.user_metadata["age"] == 7

    eva = client()
    eva.sign_up({"email": "eva@example.com", "password": PASSWORDS[0]})
    code = code_in(mail("eva@example.com", "Confirma"))
    assert eva.verify_otp({"type": "signup", "email": "eva@example.com", "token": code}).session
    # Whoever has an account gets no other, and is told nothing else.
    assert client().sign_up({"email": "eva@example.com", "password": PASSWORDS[1]}).user.identities
    refused("weak_password", 422, eva.sign_up, {"email": "iris@example.com", "password": "a"})


def signs_in_and_out():
    first, second, third = client(), client(), client()
    ana = {"email": "ana@example.com", "password": PASSWORDS[0]}
    refused("invalid_credentials", 400, first.sign_in_with_password, {**ana, "password": "another one"})
    for each in [first, second, third]:
        each.sign_in_with_password(ana)
    old = first.get_session()
    assert first.refresh_session().session.refresh_token != old.refresh_token
    assert second.set_session(third.get_session().access_token, third.get_session().refresh_token).user.email == ana["email"]
    assert first.get_claims()["claims"]["email"] == ana["email"]

    first.sign_out({"scope": "others"})
    assert first.get_user()
    revoked = third.get_session().access_token
    refused("session_not_found", 403, first.get_user, revoked)
    refused("refresh_token_not_found", 400, third.refresh_session)
    kept = first.get_session().access_token
    first.sign_out({"scope": "local"})
    refused("session_not_found", 403, first.get_user, kept)
    first.sign_in_with_password(ana)
    second.sign_in_with_password(ana)
    kept = second.get_session().access_token
    first.sign_out()
    refused("session_not_found", 403, first.get_user, kept)


def changes_an_account():
    ana = client()
    ana.sign_in_with_password({"email": "ana@example.com", "password": PASSWORDS[0]})
    assert ana.update_user({"data": {"name": "Aina"}}).user.user_metadata["name"] == "Aina"
    refused("current_password_required", 400, ana.update_user, {"password": PASSWORDS[1]})
    ana.reauthenticate()
    nonce = code_in(mail("ana@example.com", "código"))
    ana.update_user({"password": PASSWORDS[1], "nonce": nonce})
    ana.update_user({"password": PASSWORDS[0], "current_password": PASSWORDS[1]})
    ana.update_user({"email": "new@example.com", "current_password": PASSWORDS[0]})
    code = code_in(mail("new@example.com", "nuevo correo"))
    ana.verify_otp({"type": "email_change", "email": "new@example.com", "token": code})
    assert ana.get_user().user.email == "new@example.com"
    [own] = ana.get_user_identities().identities
    assert own.provider == "email"
    refused("identity_not_found", 404, ana.unlink_identity, own)


def adds_a_second_factor():
    ana = client()
    ana.sign_in_with_password({"email": "new@example.com", "password": PASSWORDS[0]})
    factor = ana.mfa.enroll({"factor_type": "totp", "friendly_name": "phone"})
    assert factor.totp.qr_code.startswith("data:image/svg+xml")
    refused("mfa_verification_failed", 422, ana.mfa.challenge_and_verify, {"factor_id": factor.id, "code": "000000"})
    ana.mfa.challenge_and_verify({"factor_id": factor.id, "code": app_code(factor.totp.secret, 0)})
    ana.sign_out()
    ana.sign_in_with_password({"email": "new@example.com", "password": PASSWORDS[0]})
    level = ana.mfa.get_authenticator_assurance_level()
    assert (level.current_level, level.next_level) == ("aal1", "aal2")
    refused("insufficient_aal", 403, ana.update_user, {"data": {"name": "Eva"}})
    challenge = ana.mfa.challenge({"factor_id": factor.id})
    ana.mfa.verify({"factor_id": factor.id, "challenge_id": challenge.id, "code": app_code(factor.totp.secret, 1)})
    assert [known.id for known in ana.mfa.list_factors().totp] == [factor.id]
    assert ana.mfa.get_authenticator_assurance_level().current_level == "aal2"
    ana.mfa.unenroll({"factor_id": factor.id})
    assert ana.mfa.list_factors().totp == []


def comes_in_by_mail():
    eva = client()
    eva.reset_password_for_email("eva@example.com")
    eva.verify_otp({"type": "recovery", "token_hash": token_in(mail("eva@example.com", "Elige una contraseña"))})
    eva.update_user({"password": PASSWORDS[2]})
    eva.sign_out()
    eva.sign_in_with_otp({"email": "eva@example.com"})
    code = code_in(mail("eva@example.com", "entrar"))
    eva.verify_otp({"type": "email", "email": "eva@example.com", "token": code})
    # Somebody new, unless that is not wanted.
    client().sign_in_with_otp({"email": "nobody@example.com", "options": {"should_create_user": False}})
    carme = client()
    carme.sign_in_with_otp({"email": "carme@example.com", "options": {"data": {"name": "Carme"}}})
    link = token_in(mail("carme@example.com", "entrar"))
    session = urllib.parse.parse_qs(urllib.parse.urlsplit(followed(link, "magiclink")).fragment)
    carme.set_session(session["access_token"][0], session["refresh_token"][0])
    assert carme.get_user().user.user_metadata["name"] == "Carme"


def exchanges_codes():
    berta = client("pkce")
    options = {"email_redirect_to": f"{SHOP}/account"}
    berta.sign_up({"email": "berta@example.com", "password": PASSWORDS[0], "options": options})
    arrived = urllib.parse.urlsplit(followed(token_in(mail("berta@example.com", "Confirma")), "signup"))
    assert arrived.path == "/account"
    code = urllib.parse.parse_qs(arrived.query)["code"][0]
    other = client("pkce")
    assert berta.exchange_code_for_session({"auth_code": code}).user.email == "berta@example.com"
    refused("flow_state_not_found", 404, other.exchange_code_for_session, {"auth_code": code, "code_verifier": "x" * 43})
    address = berta.sign_in_with_oauth({"provider": "google"}).url
    assert address.startswith(f"{SHOP}/api/auth/authorize?") and "code_challenge=" in address


def is_told_what_is_not_offered():
    nobody = client()
    refused("anonymous_provider_disabled", 422, nobody.sign_in_anonymously)
    refused("phone_provider_disabled", 422, nobody.sign_in_with_password, {"phone": "600000000", "password": PASSWORDS[0]})
    refused("phone_provider_disabled", 422, nobody.sign_in_with_otp, {"phone": "600000000"})
    refused("phone_provider_disabled", 422, nobody.verify_otp, {"phone": "600000000", "token": "123456", "type": "sms"})
    refused("phone_provider_disabled", 422, nobody.resend, {"phone": "600000000", "type": "sms"})
    refused("provider_disabled", 400, nobody.sign_in_with_id_token, {"provider": "google", "token": "no token"})
    refused("sso_provider_not_found", 404, nobody.sign_in_with_sso, {"domain": "example.com"})


for flow in [
    signs_up_by_link_and_by_code,
    signs_in_and_out,
    changes_an_account,
    adds_a_second_factor,
    comes_in_by_mail,
    exchanges_codes,
    is_told_what_is_not_offered,
]:
    flow()
    print(f"ok: {flow.__name__}")
