// The fonts that documents are set in and that are embedded into each: Noto Sans and Vazirmatn, under the SIL Open Font License.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'

/** One font file. */
export interface Face {
  readonly name: string
  readonly bytes: Uint8Array
  has(codePoint: number): boolean
  /** Of a run, in parts of the size that it is set in. */
  widthOf(text: string): number
}

/** In the order in which a character is looked for; the first also draws what none has. */
export interface Faces {
  readonly regular: readonly Face[]
  readonly bold: readonly Face[]
}

const packages = '@expo-google-fonts'
/**
 * Latin, Greek, Cyrillic and Devanagari first, then the scripts that are written from right to left. Vazirmatn draws each letter
 * as one shape, so that what is copied out of a file is what was written: Noto's Arabic shares shapes among letters.
 */
const families: readonly (readonly [folder: string, file: string])[] = [
  ['noto-sans', 'NotoSans'],
  ['vazirmatn', 'Vazirmatn'],
  ['noto-sans-hebrew', 'NotoSansHebrew'],
]

async function face(folder: string, file: string, weight: string): Promise<Face> {
  const path = fileURLToPath(import.meta.resolve(`${packages}/${folder}/${weight}/${file}_${weight}.ttf`))
  const bytes = await readFile(path)
  const font = create(bytes)
  if (!('hasGlyphForCodePoint' in font)) throw new TypeError(`'${path}' holds several fonts, and one is wanted.`)
  return {
    name: `${file}-${weight}`,
    bytes,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    widthOf: (text) => font.layout(text).advanceWidth / font.unitsPerEm,
  }
}

const weighing = (weight: string): Promise<readonly Face[]> =>
  Promise.all(families.map(([folder, file]) => face(folder, file, weight)))

let loaded: Promise<Faces> | undefined

/** Reads the fonts once. */
export function loadFaces(): Promise<Faces> {
  loaded ??= Promise.all([weighing('400Regular'), weighing('700Bold')]).then(([regular, bold]) => ({ regular, bold }))
  return loaded
}
