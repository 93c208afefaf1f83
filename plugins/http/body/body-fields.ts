// Parses a request body into fields by its content type: JSON or one of two form encodings. Rejects other types.
import { createMessage, ValidationError, formatValue } from '#core/contract.js'
import { type BodyFields, decodeFormText } from '../mount.js'
import { parseJsonFields, maxKeys } from './json-body.js'
import { isUtf8 } from 'node:buffer'
import { Busboy, type BusboyInstance } from '@fastify/busboy'

/** Maximum number of parts of a form, fields and files together. */
const maxFormParts = 200
/** Bytes passed to the parser per step. Parsing can stop between two steps. */
const chunkSize = 16_384

export interface FormFile {
  readonly name: string
  readonly bytes: Buffer
}

export interface FormParts {
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly files: readonly FormFile[]
}

export interface FormLimits {
  readonly files: number
  /** Maximum bytes of one part. */
  readonly partSize: number
}

function createMalformedFormError(): ValidationError {
  return ValidationError.of('body', createMessage('errors.bodyNotMultipart'))
}

function* splitIntoChunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
}

/** Browsers percent-encode these three characters in a file name (HTML Standard, multipart/form-data). */
function decodeFileName(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

/** Parses one form and stops at the first error. */
class FormParser {
  private readonly fields: [string, string][] = []
  private readonly files: FormFile[] = []
  private readonly parser: BusboyInstance
  private fileCount = 0
  private problem: ValidationError | null = null
  private readonly ended: Promise<void>

  constructor(
    contentType: string,
    private readonly limits: FormLimits,
  ) {
    try {
      this.parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { parts: maxFormParts, fieldSize: limits.partSize, fileSize: limits.partSize },
        // A part with a file name is a file. Its content type is ignored.
        isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      })
    } catch {
      throw createMalformedFormError()
    }
    this.ended = new Promise((resolve) => {
      this.parser.on('finish', resolve)
      this.parser.on('error', () => {
        this.stop(createMalformedFormError())
        resolve()
      })
    })
    this.parser.on('partsLimit', () =>
      this.stop(ValidationError.of('body', createMessage('errors.tooManyParts', { most: maxFormParts }))),
    )
    this.parser.on('field', (name, value) => {
      if (typeof name !== 'string') this.stop(createMalformedFormError())
      else this.fields.push([name, value])
    })
    this.parser.on('file', (name, file, fileName) => {
      const chunks: Buffer[] = []
      file.on('data', (chunk: Buffer) => chunks.push(chunk))
      file.on('end', () => this.files.push({ name: decodeFileName(fileName), bytes: Buffer.concat(chunks) }))
      // Without a listener, an error would end the process.
      file.on('error', () => undefined)
      if (++this.fileCount > this.limits.files) this.stop(this.refuseFile(name))
    })
  }

  private refuseFile(name: string): ValidationError {
    if (this.limits.files > 0) return ValidationError.of('file', createMessage('errors.oneFileRequired'))
    return ValidationError.of(name, createMessage('errors.fieldSentAsFile', { name: formatValue(name) }))
  }

  private stop(problem: ValidationError): void {
    this.problem ??= problem
  }

  async run(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<FormParts> {
    for await (const bytes of body) {
      for (const chunk of splitIntoChunks(bytes)) {
        const isReady = this.parser.write(chunk)
        if (this.problem !== null) throw this.problem
        if (!isReady) await Promise.race([this.ended, new Promise((resolve) => this.parser.once('drain', resolve))])
      }
    }
    this.parser.end()
    await this.ended
    if (this.problem !== null) throw this.problem
    return { fields: this.fields, files: this.files }
  }
}

/** Parses `multipart/form-data` from a stream. Throws VALIDATION_FAILED if the form is malformed, or has more parts or files than the limits allow. */
export async function parseForm(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  contentType: string,
  limits: FormLimits,
): Promise<FormParts> {
  return new FormParser(contentType, limits).run(body)
}

/** The text fields of a form. Field names must be unique; file parts are only read by uploads. */
export type FormFields = Record<string, string>

/** Rejects duplicate names and too many fields. The maximum is the same as for the keys of a JSON object. */
function addField(fields: FormFields, name: string, value: string, count: number): void {
  if (count > maxKeys) throw ValidationError.of('body', createMessage('errors.tooManyFields', { most: maxKeys }))
  if (Object.hasOwn(fields, name))
    throw ValidationError.of(name, createMessage('errors.fieldSentTwice', { name: formatValue(name) }))
  fields[name] = value
}

function parseUrlencoded(bytes: Buffer): FormFields {
  if (!isUtf8(bytes)) throw ValidationError.of('body', createMessage('errors.bodyNotUtf8'))
  const fields = Object.create(null) as FormFields
  let count = 0
  // Iterate instead of splitting, so parsing stops at the first invalid pair.
  for (const [pair] of bytes.toString('utf8').matchAll(/[^&]+/g)) {
    const split = pair.indexOf('=')
    const name = decodeFormText(split === -1 ? pair : pair.slice(0, split), 'body')
    addField(fields, name, split === -1 ? '' : decodeFormText(pair.slice(split + 1), name), ++count)
  }
  return fields
}

/** Reads the one file of a `multipart/form-data` body. The text field `name` takes precedence over the file's own name. */
export async function parseUpload(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  partSize: number,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const { fields, files } = await parseForm(body, contentType, { files: 1, partSize })
  const [file] = files
  if (!file) throw ValidationError.of('file', createMessage('errors.oneFileRequired'))
  const [, name] = fields.find(([field]) => field === 'name') ?? []
  return { name: name ?? file.name, bytes: file.bytes }
}

/** Parses the text fields of a `multipart/form-data` body. `contentType` contains the boundary. */
async function parseMultipart(bytes: Buffer, contentType: string): Promise<FormFields> {
  if (!isUtf8(bytes)) throw ValidationError.of('body', createMessage('errors.bodyNotUtf8'))
  const fields = Object.create(null) as FormFields
  let count = 0
  for (const [name, value] of (await parseForm([bytes], contentType, { files: 0, partSize: bytes.length })).fields) {
    if (value.includes('\0') || name.includes('\0')) {
      const sound = name.replaceAll('\0', '')
      throw ValidationError.of(sound, createMessage('errors.nulInText', { name: formatValue(sound) }))
    }
    addField(fields, name, value, ++count)
  }
  return fields
}

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
