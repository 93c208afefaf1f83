// Parses a request body into fields by its content type: JSON or one of two form encodings. Rejects other types.
import { createMessage, ValidationError } from '#core/contract.js'
import type { BodyFields } from '../mount.js'
import { parseMultipart, parseUrlencoded } from './form-fields.js'
import { parseJsonFields } from './json-body.js'

const emptyFields: BodyFields = Object.freeze(Object.create(null) as Record<string, unknown>)

/** The media type in lower case without parameters; '' if the header is missing. */
function parseMediaType(contentType: string | undefined): string {
  if (contentType === undefined) return ''
  const end = contentType.indexOf(';')
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}

function isJsonMediaType(mediaType: string): boolean {
  return mediaType === 'application/json' || (mediaType.startsWith('application/') && mediaType.endsWith('+json'))
}

function rejectCharset(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]?.toLowerCase()
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii') return
  throw ValidationError.of('Content-Type', createMessage('errors.charsetRefused', { charset }))
}

const multipartType = 'multipart/form-data'

/** Rejects a multipart body before it is read, for routes that do not accept multipart. */
export function rejectMultipart(contentType: string | undefined): void {
  if (parseMediaType(contentType) !== multipartType) return
  throw ValidationError.of('Content-Type', createMessage('errors.multipartRefused', { type: multipartType }))
}

/**
 * Parses the fields of a body into an object without prototype.
 * @param mayBeEmpty true if the route accepts a request without a body
 * @param limit the route's body limit in bytes
 */
export function parseBodyFields(
  bytes: Buffer,
  contentType: string | undefined,
  { mayBeEmpty, limit }: { readonly mayBeEmpty: boolean; readonly limit: number },
): BodyFields | Promise<BodyFields> {
  if (bytes.length === 0 && mayBeEmpty) return emptyFields
  if (contentType === undefined || contentType === '') return parseJsonFields(bytes, limit)
  if (contentType.includes('charset')) rejectCharset(contentType)
  const type = parseMediaType(contentType)
  if (isJsonMediaType(type)) return parseJsonFields(bytes, limit)
  if (type === 'application/x-www-form-urlencoded') return parseUrlencoded(bytes)
  if (type === multipartType) return parseMultipart(bytes, contentType)
  throw createContentTypeError(type)
}

export function createContentTypeError(type: string): ValidationError {
  return ValidationError.of('Content-Type', createMessage('errors.contentTypeRefused', { type: type.slice(0, 100) }))
}
