/** Passwords that somebody who guesses tries first: those most often found in what was stolen elsewhere. */
export interface KnownPasswords {
  /** Whether a password is one of them, in whatever case. */
  has(password: string): Promise<boolean>;
}

/** The list of zxcvbn-ts: 49,000 passwords, of which 43,000 are long enough for us. Nothing is asked of the network. */
export function createKnownPasswords(): KnownPasswords {
  let list: Promise<ReadonlySet<string>> | null = null;
  return {
    async has(password) {
      list ??= readList();
      return (await list).has(password.toLowerCase());
    },
  };
}

/** Read when it is first asked: most servers never are. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
