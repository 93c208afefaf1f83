// Reads the two form encodings into fields: texts by name, each name once, no files.
import { isUtf8 } from 'node:buffer'
import { ValidationError } from '#core/ground/errors.js'
import { spell } from '#core/ground/spell.js'
import { decodeFormText } from '../query.js'
import { maxKeys } from './json.js'

export type FormFields = Record<string, string>

/** Counts names and refuses too many, as an object of JSON may have no more keys. */
function add(fields: FormFields, name: string, value: string, count: number): void {
  if (count > maxKeys) throw ValidationError.of('body', `The body has more than ${maxKeys} fields.`)
  if (Object.hasOwn(fields, name)) throw ValidationError.of(name, `Field '${spell(name)}' was sent more than once. Send it once.`)
  fields[name] = value
}

/** `application/x-www-form-urlencoded`. */
export function parseUrlencoded(bytes: Buffer): FormFields {
  if (!isUtf8(bytes)) throw ValidationError.of('body', 'The body is not valid UTF-8.')
  const fields = Object.create(null) as FormFields
  let count = 0
  for (const pair of bytes.toString('utf8').split('&')) {
    if (pair === '') continue
    const split = pair.indexOf('=')
    const name = decodeFormText(split === -1 ? pair : pair.slice(0, split), 'body')
    add(fields, name, split === -1 ? '' : decodeFormText(pair.slice(split + 1), name), ++count)
  }
  return fields
}

async function readForm(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw ValidationError.of('body', 'The body is not valid multipart/form-data with the boundary that Content-Type names.')
  }
}

/** The one file of a `multipart/form-data` body, under the text field `name` where there is one, else under its own name. */
export async function parseUpload(
  bytes: Buffer,
  contentType: string,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const form = await readForm(bytes, contentType)
  const files = [...form.values()].filter((value) => typeof value !== 'string')
  const [file] = files
  if (!file || files.length > 1) throw ValidationError.of('file', 'Send exactly one file in the form, with its name.')
  const name = form.get('name')
  return { name: typeof name === 'string' ? name : file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** `multipart/form-data`, by the platform's own parser; `contentType` brings the boundary. */
export async function parseMultipart(bytes: Buffer, contentType: string): Promise<FormFields> {
  const fields = Object.create(null) as FormFields
  const form = await readForm(bytes, contentType)
  let count = 0
  for (const [name, value] of form.entries()) {
    if (typeof value !== 'string') throw ValidationError.of(name, `Field '${spell(name)}' was sent as a file. Send it as text.`)
    if (value.includes('\0') || name.includes('\0')) {
      const sound = name.replaceAll('\0', '')
      throw ValidationError.of(sound, `'${spell(sound)}' contains the character NUL, which is not accepted.`)
    }
    add(fields, name, value, ++count)
  }
  return fields
}
