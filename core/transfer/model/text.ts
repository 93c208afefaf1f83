// The text of a file, whose encoding it says itself: UTF-8, UTF-16 with its mark, or what an XML declaration names.
import { ModelFault } from './findings.js'

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/** What a declaration may name, and how it is decoded. */
const declared: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
}

/** The text without its mark. ModelFault where it is none. */
export function textOf(bytes: Uint8Array): string {
  const mark = marks.find((one) => one.bytes.every((byte, index) => bytes[index] === byte))
  const encoding = mark?.encoding ?? declaredEncoding(bytes)
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new ModelFault('encoding', `This is no text in ${encoding.toUpperCase()}. Save the file as UTF-8.`)
  }
  if (text.includes('\0'))
    throw new ModelFault(
      'encoding',
      'This is no text: it holds NUL characters. Save the file as UTF-8, or as XLSX where it is a spreadsheet.',
    )
  // Lines of old spreadsheet programs end with a carriage return alone.
  return text.includes('\n') ? text : text.replaceAll('\r', '\n')
}

function declaredEncoding(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const name = /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w-]{1,40})["']/.exec(head)?.[1]?.toLowerCase()
  if (name === undefined) return 'utf-8'
  const known = declared[name]
  if (known === undefined) throw new ModelFault('encoding', `The file says that it is written in '${name}'. Save it as UTF-8.`)
  return known
}
