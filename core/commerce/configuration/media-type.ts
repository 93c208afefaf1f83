// Says what a file is by its first bytes; what its name or its sender claims does not count (reliability "Access").

interface Signature {
  readonly type: string
  /** Bytes at an offset, in hexadecimal. */
  readonly bytes: readonly (readonly [offset: number, hex: string])[]
}

const signatures: readonly Signature[] = [
  { type: 'application/pdf', bytes: [[0, '255044462d']] },
  { type: 'image/png', bytes: [[0, '89504e470d0a1a0a']] },
  { type: 'image/jpeg', bytes: [[0, 'ffd8ff']] },
  { type: 'image/gif', bytes: [[0, '47494638']] },
  {
    type: 'image/webp',
    bytes: [
      [0, '52494646'],
      [8, '57454250'],
    ],
  },
  { type: 'image/tiff', bytes: [[0, '49492a00']] },
  { type: 'image/tiff', bytes: [[0, '4d4d002a']] },
  { type: 'image/bmp', bytes: [[0, '424d']] },
  { type: 'application/zip', bytes: [[0, '504b0304']] },
  { type: 'application/postscript', bytes: [[0, '25215053']] },
]

/** Extensions whose content is known; what a file of that name must look like. */
const contents: Readonly<Record<string, string>> = {
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

/** How much of a text is looked at. */
const sample = 4_096

function textType(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, sample)
  if (head.includes(0)) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: bytes.length > sample })
    return /^\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(text)
      ? 'image/svg+xml'
      : 'text/plain'
  } catch {
    return null
  }
}

/** The MIME type of the content; application/octet-stream for what is not recognised. */
export function sniffedType(bytes: Uint8Array): string {
  const matches = ([offset, hex]: readonly [number, string]): boolean =>
    Buffer.from(bytes.subarray(offset, offset + hex.length / 2)).toString('hex') === hex
  const found = signatures.find((signature) => signature.bytes.every(matches))
  return found?.type ?? textType(bytes) ?? 'application/octet-stream'
}

/** Lower case, without the dot; '' for a name without one. */
export function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** False where files of this extension look different. */
export function fitsExtension(extension: string, type: string): boolean {
  return !Object.hasOwn(contents, extension) || contents[extension] === type
}
