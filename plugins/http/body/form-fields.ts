// Parses the two form encodings into text fields. Field names must be unique; file parts are only read by uploads.
import { createMessage, formatValue, ValidationError } from '#core/contract.js'
import { isUtf8 } from 'node:buffer'
import { decodeFormText } from '../query-string.js'
import { maxKeys } from './json-body.js'
import { parseForm } from './multipart-form.js'

export type FormFields = Record<string, string>

/** Rejects duplicate names and too many fields. The maximum is the same as for the keys of a JSON object. */
function addField(fields: FormFields, name: string, value: string, count: number): void {
  if (count > maxKeys) throw ValidationError.of('body', createMessage('errors.tooManyFields', { most: maxKeys }))
  if (Object.hasOwn(fields, name))
    throw ValidationError.of(name, createMessage('errors.fieldSentTwice', { name: formatValue(name) }))
  fields[name] = value
}

export function parseUrlencoded(bytes: Buffer): FormFields {
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
export async function parseMultipart(bytes: Buffer, contentType: string): Promise<FormFields> {
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
