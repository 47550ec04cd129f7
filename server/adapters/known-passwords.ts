/** The passwords that an attacker tries first: those found most often in stolen data. */
export interface KnownPasswords {
  /** Whether a password is one of them, whatever its case. */
  has(password: string): Promise<boolean>;
}

/**
 * Creates the list of zxcvbn-ts: 49,000 passwords, of which 43,000 are long enough for us. Nothing is asked of the
 * network.
 */
export function createKnownPasswords(): KnownPasswords {
  let list: Promise<ReadonlySet<string>> | null = null;
  return {
    async has(password) {
      list ??= readList();
      return (await list).has(password.toLowerCase());
    },
  };
}

/** Reads the list at its first use: most servers never need it. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
