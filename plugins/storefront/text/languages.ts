// The languages of the shop front's texts. The bundler replaces this module with the list, because a browser cannot read the folder.
import { readdirSync } from 'node:fs'

/** The catalogs of texts, one file per catalog and language. */
export const catalogFolder = new URL('../../../messages/', import.meta.url)

const fallbackLanguage = 'en'

/** The languages that have a catalog of the pages, the fallback first. */
export const textLanguages: readonly string[] = [
  fallbackLanguage,
  ...readdirSync(catalogFolder)
    .flatMap((name) => /^storefront\.([\w-]+)\.json$/.exec(name)?.[1] ?? [])
    .filter((language) => language !== fallbackLanguage)
    .sort(),
]
