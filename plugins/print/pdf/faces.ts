// Loads the fonts that are embedded into documents: Noto Sans and Vazirmatn (SIL Open Font License), and the shop's own.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { createMessage, ServiceError } from 'product-configurator-service'

/** One font file. */
export interface Face {
  readonly name: string
  readonly bytes: Uint8Array
  /** The name of the font within a collection file. */
  readonly member: string | null
  has(codePoint: number): boolean
}

/** In lookup order. The first face also draws characters that no face has. */
export interface Faces {
  readonly regular: readonly Face[]
  readonly bold: readonly Face[]
}

const fontPackage = '@expo-google-fonts'
/**
 * Latin, Greek, Cyrillic and Devanagari first, then right-to-left scripts. Vazirmatn draws each letter as one glyph, so text copied from
 * the file is correct. Noto's Arabic shares glyphs among letters.
 */
const fontFamilies: readonly (readonly [folder: string, file: string])[] = [
  ['noto-sans', 'NotoSans'],
  ['vazirmatn', 'Vazirmatn'],
  ['noto-sans-hebrew', 'NotoSansHebrew'],
]

/** The font of a file; for a collection, the first one. */
async function readFont(name: string, path: string): Promise<{ readonly face: Face; readonly font: Font }> {
  const bytes = await readFile(path)
  const parsedFont = create(bytes)
  const font = 'fonts' in parsedFont ? parsedFont.fonts[0]! : parsedFont
  const face: Face = {
    name,
    bytes,
    member: font === parsedFont ? null : font.postscriptName,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  }
  return { face, font }
}

async function loadWeight(weight: string): Promise<readonly Face[]> {
  const faces = fontFamilies.map(async ([folder, file]) => {
    const path = fileURLToPath(import.meta.resolve(`${fontPackage}/${folder}/${weight}/${file}_${weight}.ttf`))
    return (await readFont(`${file}-${weight}`, path)).face
  })
  return Promise.all(faces)
}

/** Minimum weight of a bold font. */
const minBoldWeight = 600

/** NOT_READY, with a sentence, if the file is not a font. */
async function loadOwnFace(path: string): Promise<{ readonly face: Face; readonly isBold: boolean }> {
  try {
    const { face, font } = await readFont(path, path)
    return { face, isBold: (font['OS/2']?.usWeightClass ?? 0) >= minBoldWeight }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServiceError('NOT_READY', createMessage('boot.fontUnreadable', { file: path, reason }), { cause: error })
  }
}

async function loadAllFaces(own: readonly string[]): Promise<Faces> {
  const [regular, bold] = await Promise.all([loadWeight('400Regular'), loadWeight('700Bold')])
  const more = await Promise.all(own.map(loadOwnFace))
  const [light, strong] = [more.filter(({ isBold }) => !isBold), more.filter(({ isBold }) => isBold)]
  const faces = (weights: typeof more): readonly Face[] => weights.map(({ face }) => face)
  // A font with only one weight is used for both.
  return { regular: [...regular, ...faces(light), ...faces(strong)], bold: [...bold, ...faces(strong), ...faces(light)] }
}

const faceCache = new Map<string, Promise<Faces>>()

/**
 * Loads the fonts once: the built-in ones, then the given TrueType or OpenType files for missing characters. NOT_READY, with a sentence
 * that names the file, if one is not a font.
 */
export function loadFaces(own: readonly string[] = []): Promise<Faces> {
  const key = JSON.stringify(own)
  const cachedFaces = faceCache.get(key) ?? loadAllFaces(own)
  faceCache.set(key, cachedFaces)
  // The file may exist at the next attempt.
  cachedFaces.catch(() => faceCache.delete(key))
  return cachedFaces
}
