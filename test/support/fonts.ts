// Fonts for a script that the service's own fonts do not cover: one regular, one bold.
import { fileURLToPath } from 'node:url'

const resolveFont = (weight: string): string =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-thai/${weight}/NotoSansThai_${weight}.ttf`))

export const thaiFonts: readonly string[] = [resolveFont('400Regular'), resolveFont('700Bold')]
