// What the service is asked about one's own account: only the pages about it need this.

import type {
    AccountView,
    AddressConfirmed,
    ChangePassword,
    DeleteAccount,
    Forgotten,
    LetterKey,
    NewAddress,
    Proof,
    Recover,
    RecoverByLetter,
    RecoveryCodes,
    TakeVacation,
    VacationView,
} from '@longjump/wire/account';
import type { Wishes } from '@longjump/wire/notice';
import type { Problem as ProblemBody } from '@longjump/wire/rest';
import { ask, Problem, withPlayer } from './api.js';

/** An answer that is no JSON if all is well. */
async function archive(): Promise<Blob> {
    const response = await fetch('/api/account/export').catch(() => undefined);
    if (response?.ok) return response.blob();
    const said = (await response?.json().catch(() => undefined)) as Partial<ProblemBody> | undefined;
    throw new Problem(said?.code ?? 'unreachable', said?.why ?? '');
}

export const accountApi = {
    account: () => ask<AccountView>('GET', 'account'),
    changePassword: (old: string | undefined, password: string) =>
        ask<AccountView>('POST', 'account/password', { old, new: password } satisfies ChangePassword),
    prove: (password: string) => ask<AccountView>('POST', 'account/proof', { password } satisfies Proof),
    endSession: (id: string) => ask<AccountView>('DELETE', `account/sessions/${encodeURIComponent(id)}`),
    endOtherSessions: () => ask<AccountView>('DELETE', 'account/sessions'),
    export: archive,
    deleteAccount: (name: string) => ask('POST', 'account/delete', { name } satisfies DeleteAccount),
    makeCodes: () => ask<RecoveryCodes>('POST', 'account/codes'),
    recover: (name: string, code: string, password: string) => withPlayer(ask('POST', 'recover', { name, code, password } satisfies Recover)),
    giveAddress: (email: string, language: string) => ask('POST', 'account/address', { email, language } satisfies NewAddress),
    removeAddress: () => ask<AccountView>('DELETE', 'account/address'),
    confirmAddress: (key: string) => ask<AddressConfirmed>('POST', 'address', { key } satisfies LetterKey),
    wish: (wishes: Wishes) => ask<AccountView>('PUT', 'account/wishes', wishes),
    vacation: () => ask<VacationView>('GET', 'account/vacation'),
    takeVacation: (days: number) => ask<VacationView>('POST', 'account/vacation', { days } satisfies TakeVacation),
    endVacation: () => ask<VacationView>('DELETE', 'account/vacation'),
    unsubscribe: (key: string) => ask('POST', `unsubscribe?key=${encodeURIComponent(key)}`),
    forgotten: (email: string) => ask('POST', 'forgotten', { email } satisfies Forgotten),
    recoverByLetter: (key: string, password: string) => withPlayer(ask('POST', 'recover/letter', { key, password } satisfies RecoverByLetter)),
};
