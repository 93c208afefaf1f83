// Reads files of other programs for importers: their encoding, CSV and XML. Libraries are loaded on the first call.
import { getMessage, createMessage } from '../foundation/message.js'
import type { XmlElement, XmlError, XmlEvents } from '../foundation/xml.js'
import { FileFault, type FileFindings } from './findings.js'
import type { Csv, CsvRecord } from './table/csv.js'

/** Maximum size of a file in bytes. */
export const maxFileBytes = 20 * 1_048_576

/** FileFault with the line for broken quotes. `onRecord` may throw to stop reading. */
export async function readCsv(text: string, onRecord?: (record: CsvRecord) => void): Promise<Csv> {
  const { parseCsv } = await import('./table/csv.js')
  return parseCsv(text, onRecord)
}

/** The document as events. FileFault with the line if the text is not XML or has a document type. */
export async function readXmlEvents(text: string, events: XmlEvents): Promise<void> {
  const { readXml, XmlError: type } = await import('../foundation/xml.js')
  withFileFaults(type, () => readXml(text, events))
}

/** The document as a tree. FileFault with the line if the text is not XML, has a document type or has more elements. */
export async function readXmlTree(text: string, maxElements: number): Promise<XmlElement> {
  const { parseXmlTree, XmlError: type } = await import('../foundation/xml.js')
  return withFileFaults(type, () => parseXmlTree(text, maxElements))
}

function withFileFaults<T>(type: typeof XmlError, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof type ? new FileFault(error.kind, getMessage(error), error.line) : error
  }
}

// Decodes an imported file to text: UTF-8, UTF-16 with a byte order mark, an XML declaration, else Windows-1252 with a warning.

const byteOrderMarks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/** The decoder for each encoding name of an XML declaration. */
const xmlEncodings: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
}

/** Characters of the bytes 0x80 to 0x9f. Node's decoder maps them to control characters, as in Latin-1. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  if (encoding === 'windows-1252')
    return Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/[\u0080-\u009f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80]!)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function findXmlEncoding(head: string): string | null {
  const name = /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w-]{1,40})["']/.exec(head)?.[1]?.toLowerCase()
  if (name === undefined) return null
  const encoding = xmlEncodings[name]
  if (encoding === undefined) throw new FileFault('encoding', createMessage('files.encodingUnsupported', { name }))
  return encoding
}

/** Windows-1252 has characters for all but five bytes; control characters show that the bytes are not text. */
function decodeWindows1252(bytes: Uint8Array, findings: FileFindings): string | null {
  const text = decodeAs('windows-1252', bytes)
  if (text === null || /[\u0000-\u0008\u000b\u000e-\u001f\u0081\u008d\u008f\u0090\u009d]/.test(text)) return null
  const line = text.slice(0, text.search(/[\u0080-\uffff]/)).split('\n').length
  findings.warning('encoding', createMessage('files.encodingGuessed'), line)
  return text
}

/** The text without its byte order mark. FileFault if the bytes are not text. */
export function decodeText(bytes: Uint8Array, findings: FileFindings): string {
  const mark = byteOrderMarks.find((byteOrderMark) => byteOrderMark.bytes.every((byte, index) => bytes[index] === byte))
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const stated = mark?.encoding ?? findXmlEncoding(head)
  const encoding = stated ?? 'utf-8'
  // The XML standard prescribes UTF-8 for a document without a declaration.
  const isXml = /^\s*</.test(head)
  const text = decodeAs(encoding, bytes) ?? (stated === null && !isXml ? decodeWindows1252(bytes, findings) : null)
  if (text === null) throw new FileFault('encoding', createMessage('files.notText', { encoding: encoding.toUpperCase() }))
  // Workbooks, pictures and other binary files contain NUL characters.
  if (text.includes('\0')) throw new FileFault('encoding', createMessage('files.binaryFile'))
  // Old spreadsheet programs end lines with a single carriage return.
  return text.includes('\n') ? text : text.replaceAll('\r', '\n')
}
