// Lists the names in a bucket, a page at a time.
import { between, type S3Send } from './s3-client.js'

export interface Listed {
  /** Below the prefix. */
  readonly name: string
  /** Milliseconds since 1970, by the clock of the store. */
  readonly changed: number
}

/** A page of names may hold what XML escapes. */
export const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|#\d{1,7});/g, (_, name: string) =>
    name.startsWith('#')
      ? String.fromCodePoint(Number(name.slice(1)))
      : { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name]!,
  )

/** All names that begin with the prefix, without it. @param only those without a `/` after it, if it is given */
export async function* listed(send: S3Send, prefix: string, only?: 'plain'): AsyncGenerator<readonly Listed[]> {
  let token: string | null = null
  do {
    const query = {
      'list-type': '2',
      prefix,
      ...(only && { delimiter: '/' }),
      ...(token !== null && { 'continuation-token': token }),
    }
    const text = new TextDecoder().decode((await send('GET', '', { query })).bytes)
    yield text
      .split('<Contents>')
      .slice(1)
      .map((part) => ({
        name: plain(between(part, '<Key>', '</Key>') ?? '').slice(prefix.length),
        changed: Date.parse(between(part, '<LastModified>', '</LastModified>') ?? ''),
      }))
    const next = between(text, '<NextContinuationToken>', '</NextContinuationToken>')
    token = between(text, '<IsTruncated>', '</IsTruncated>') === 'true' && next !== null ? plain(next) : null
  } while (token !== null)
}
