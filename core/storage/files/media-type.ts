// Detects the type of a file from its first bytes, without the sender's claim, and lists the accepted types and extensions.

/** The first bytes, in hexadecimal, of formats that other formats build on: a text document is a ZIP, a raw photo is a TIFF. */
const typeSignatures: readonly (readonly [hex: string, type: string])[] = [
  ['504b0304', 'application/zip'],
  ['255044462d', 'application/pdf'],
  ['25215053', 'application/postscript'],
  ['89504e470d0a1a0a', 'image/png'],
  ['49492a00', 'image/tiff'],
  ['4d4d002a', 'image/tiff'],
]

/** The expected content type of known file extensions. */
const typesByExtension: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  ai: 'application/pdf',
  eps: 'application/postscript',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  zip: 'application/zip',
  docx: 'application/zip',
  xlsx: 'application/zip',
  odt: 'application/zip',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  csv: 'text/plain',
  dxf: 'text/plain',
}
/** Extensions with the same meaning. */
const extensionSpellings = [
  ['jpg', 'jpeg'],
  ['tif', 'tiff'],
  ['htm', 'html'],
  ['yml', 'yaml'],
]

/** All spellings of an extension in lower case: `jpg` and `jpeg`. */
export const listExtensionSpellings = (extension: string): readonly string[] =>
  extensionSpellings.find((spellings) => spellings.includes(extension)) ?? [extension]

/** The number of bytes examined as text. The file store provides at least this many. */
const sampleLength = 4_096
const unknownType = 'application/octet-stream'

/** The text of the first bytes, or null if they are not text. Ignores a character that the end of the sample cuts in two. */
function decodeTextSample(head: Uint8Array): string | null {
  const looked = head.subarray(0, sampleLength)
  if (looked.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(looked, { stream: head.length > sampleLength })
  } catch {
    return null
  }
}

/** True if the first element is `svg`. Each step advances, so a text with only comments is read once. */
function isSvgText(text: string): boolean {
  let at = 0
  const blanks = /\s*/y
  const skip = (begins: RegExp, end: string): boolean => {
    blanks.lastIndex = at
    at += blanks.exec(text)![0].length
    begins.lastIndex = at
    if (!begins.test(text)) return false
    const endIndex = text.indexOf(end, at + 4)
    at = endIndex === -1 ? text.length : endIndex + end.length
    return true
  }
  skip(/<\?xml/iy, '>')
  while (skip(/<!--/y, '-->')) continue
  skip(/<!DOCTYPE svg/iy, '>')
  return skip(/<svg[\s>]/iy, '')
}

/** The type according to the library for binary formats. null for unknown types and for text formats. */
async function detectBinaryType(head: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const fileType = await fileTypeFromBuffer(head).catch(() => undefined)
  return fileType === undefined || /^text\/|[/+]xml$|\/rtf$/.test(fileType.mime) ? null : fileType.mime
}

/**
 * The MIME types of the content, with the most specific one first. A text document is also a ZIP. A type without a known
 * extension is also `application/octet-stream`.
 */
export async function detectMediaTypes(head: Uint8Array): Promise<readonly [string, ...string[]]> {
  const begins = Buffer.from(head.subarray(0, 8)).toString('hex')
  const family = typeSignatures.find(([hex]) => begins.startsWith(hex))?.[1]
  const binaryType = await detectBinaryType(head)
  if (binaryType === null && family === undefined) {
    const text = decodeTextSample(head)
    return [text === null ? unknownType : isSvgText(text) ? 'image/svg+xml' : 'text/plain']
  }
  if (family !== undefined) return binaryType === null || family !== 'application/zip' ? [family] : [binaryType, family]
  return binaryType === null || Object.values(typesByExtension).includes(binaryType)
    ? [binaryType ?? unknownType]
    : [binaryType, unknownType]
}

/** The extension in lower case, without the dot. '' if the name has none. */
export function getFileExtension(name: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** False if the extension has a known content type that is not among the types. */
export function isTypeAllowedForExtension(extension: string, types: readonly string[]): boolean {
  return !Object.hasOwn(typesByExtension, extension) || types.includes(typesByExtension[extension]!)
}

/** The accepted picture types, and the extension for a file name without one. */
export const pictureExtensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

export const documentExtensions = [
  'pdf',
  'txt',
  'csv',
  'zip',
  'docx',
  'xlsx',
  'odt',
  'dxf',
  'eps',
  'ai',
  'tif',
  'tiff',
  'bmp',
] as const

export const findPictureType = (types: readonly string[]): string | undefined =>
  types.find((type) => Object.hasOwn(pictureExtensions, type))

/** The last path segment of the sent file name, without characters that are unsafe in HTML or headers. */
export function toSafeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last
    .replace(/[\u0000-\u001f\u007f<>"]/g, '')
    .trim()
    .slice(-200)
}
