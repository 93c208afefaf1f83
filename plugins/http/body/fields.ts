// Parses a request body into fields by its content type: JSON or one of two form encodings. Rejects other types.
import { ValidationError } from '#core/foundation/errors.js'
import type { Fields } from '../mount.js'
import { parseMultipart, parseUrlencoded } from './form.js'
import { parseJsonFields } from './json.js'

const noFields: Fields = Object.freeze(Object.create(null) as Record<string, unknown>)

/** The media type in lower case without parameters; '' if the header is missing. */
function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined) return ''
  const end = contentType.indexOf(';')
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}

function isJson(mediaType: string): boolean {
  return mediaType === 'application/json' || (mediaType.startsWith('application/') && mediaType.endsWith('+json'))
}

function refuseCharset(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]?.toLowerCase()
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii') return
  throw ValidationError.of('Content-Type', `The charset '${charset}' is not accepted. Send the body as UTF-8.`)
}

const multipart = 'multipart/form-data'

/** Rejects a multipart body before it is read, for routes that do not accept multipart. */
export function refuseMultipart(contentType: string | undefined): void {
  if (mediaTypeOf(contentType) !== multipart) return
  throw ValidationError.of(
    'Content-Type',
    `The content type '${multipart}' is not accepted here. Send 'application/json', or form fields as 'application/x-www-form-urlencoded'.`,
  )
}

/**
 * Parses the fields of a body into an object without prototype.
 * @param mayBeEmpty true if the route accepts a request without a body
 * @param limit the route's body limit in bytes
 */
export function readFields(
  bytes: Buffer,
  contentType: string | undefined,
  { mayBeEmpty, limit }: { readonly mayBeEmpty: boolean; readonly limit: number },
): Fields | Promise<Fields> {
  if (bytes.length === 0 && mayBeEmpty) return noFields
  if (contentType === undefined || contentType === '') return parseJsonFields(bytes, limit)
  if (contentType.includes('charset')) refuseCharset(contentType)
  const type = mediaTypeOf(contentType)
  if (isJson(type)) return parseJsonFields(bytes, limit)
  if (type === 'application/x-www-form-urlencoded') return parseUrlencoded(bytes)
  if (type === multipart) return parseMultipart(bytes, contentType)
  throw ValidationError.of(
    'Content-Type',
    `The content type '${type.slice(0, 100)}' is not accepted. Send 'application/json', or form fields as 'application/x-www-form-urlencoded' or 'multipart/form-data'.`,
  )
}
