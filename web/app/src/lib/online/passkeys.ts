// Passkeys: what the browser is asked for, and what the service makes of its answer. Loaded by who
// signs in or looks after an account, and by no other page.

import type { AccountView } from '@longjump/wire/account';
import type { NewAccount, PasskeyChallenge, PasskeyMade, PasskeyName, PasskeySigned, PasskeyWanted } from '@longjump/wire/passkey';
import type { WhoAmI } from '@longjump/wire/rest';
import { ask, Problem } from './api.js';
import { who } from './who.svelte.js';

/** Whether there can be passkeys: browsers know none at an address that is a number, or that is not secure. */
export const arePasskeysHere = (): boolean => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);

/** How long somebody may look for their key, in milliseconds; the service waits as long. */
const TIMEOUT = 300_000;

const bytesOf = (text: string) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const textOf = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
const named = (id: string) => ({ type: 'public-key', id: bytesOf(id) }) as const;

/** What a browser says when there is no passkey in the end. */
const REASONS: Record<string, string> = {
    AbortError: 'passkey_cancelled',
    NotAllowedError: 'passkey_cancelled',
    InvalidStateError: 'passkey_known',
    SecurityError: 'no_passkeys',
    ConstraintError: 'passkey_unfit',
    NotSupportedError: 'passkey_unfit',
};

async function answered(credential: Promise<Credential | null>): Promise<PublicKeyCredential> {
    try {
        return (await credential) as PublicKeyCredential;
    } catch (error) {
        const code = error instanceof DOMException ? REASONS[error.name] : undefined;
        throw code === undefined ? error : new Problem(code, String(error));
    }
}

async function make(wanted: PasskeyWanted): Promise<PasskeyMade> {
    const publicKey: PublicKeyCredentialCreationOptions = {
        challenge: bytesOf(wanted.challenge),
        rp: { id: wanted.domain, name: 'Longjump' },
        user: { id: bytesOf(wanted.user), name: wanted.name, displayName: wanted.name },
        pubKeyCredParams: wanted.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: wanted.known.map(named),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        timeout: TIMEOUT,
    };
    const made = await answered(navigator.credentials.create({ publicKey }));
    const response = made.response as AuthenticatorAttestationResponse;
    return { id: textOf(made.rawId), client_data: textOf(response.clientDataJSON), attestation: textOf(response.attestationObject) };
}

async function sign(asked: PasskeyChallenge): Promise<PasskeySigned> {
    const publicKey: PublicKeyCredentialRequestOptions = {
        challenge: bytesOf(asked.challenge),
        rpId: asked.domain,
        allowCredentials: asked.allowed.map(named),
        userVerification: 'required',
        timeout: TIMEOUT,
    };
    const signed = await answered(navigator.credentials.get({ publicKey }));
    const response = signed.response as AuthenticatorAssertionResponse;
    return {
        id: textOf(signed.rawId),
        client_data: textOf(response.clientDataJSON),
        authenticator_data: textOf(response.authenticatorData),
        signature: textOf(response.signature),
        user: response.userHandle ? textOf(response.userHandle) : null,
    };
}

async function enter(answer: Promise<WhoAmI>): Promise<void> {
    who.player = (await answer).player ?? undefined;
}

/** Makes an account with a passkey. */
export async function signUp(name: string): Promise<void> {
    const made = await make(await ask('POST', 'passkeys/sign-up/begin', { name } satisfies NewAccount));
    await enter(ask('POST', 'passkeys/sign-up/finish', made));
}

/** Signs in with whatever passkey somebody chooses. */
export async function signIn(): Promise<void> {
    const signed = await sign(await ask('POST', 'passkeys/sign-in/begin'));
    await enter(ask('POST', 'passkeys/sign-in/finish', signed));
}

/** Proves who we are. */
export async function prove(): Promise<void> {
    const signed = await sign(await ask('POST', 'account/proof/begin'));
    await ask('POST', 'account/proof/finish', signed);
}

/** One's own passkeys. The first step asks for a proof of who we are, if need be. */
export const beginAdding = () => ask<PasskeyWanted>('POST', 'account/passkeys/begin');
export const finishAdding = async (wanted: PasskeyWanted) => ask<AccountView>('POST', 'account/passkeys/finish', await make(wanted));
export const rename = (id: number, name: string) => ask<AccountView>('PUT', `account/passkeys/${id}`, { name } satisfies PasskeyName);
export const remove = (id: number) => ask<AccountView>('DELETE', `account/passkeys/${id}`);
