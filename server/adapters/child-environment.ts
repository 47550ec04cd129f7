import type { Config } from '#server/config.ts';

/**
 * Returns the variables that a command of this program needs, in addition to the inherited environment, to work on the
 * same site.
 */
export function childEnvironment(config: Config): Record<string, string> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, S3_ENDPOINT, READER_SECRET } = config;
  return {
    DATA_DIR: config.DATA_DIR,
    SITE_URL: config.SITE_URL,
    WRITER_URL: config.WRITER_URL,
    BLOBS: config.BLOBS,
    BACKUP_DIR: config.BACKUP_DIR,
    S3_REGION: config.S3_REGION,
    S3_PATH_STYLE: String(config.S3_PATH_STYLE),
    ...(S3_ENDPOINT !== undefined && { S3_ENDPOINT }),
    ...(AWS_ACCESS_KEY_ID !== undefined && { AWS_ACCESS_KEY_ID }),
    // Secrets are passed by value, not by the files they came from: a setting has only one source.
    ...(AWS_SECRET_ACCESS_KEY !== undefined && { AWS_SECRET_ACCESS_KEY, AWS_SECRET_ACCESS_KEY_FILE: '' }),
    ...(READER_SECRET !== undefined && { READER_SECRET, READER_SECRET_FILE: '' }),
    ...(AWS_SESSION_TOKEN !== undefined && { AWS_SESSION_TOKEN, AWS_SESSION_TOKEN_FILE: '' }),
  };
}
