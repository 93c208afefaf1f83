// The demo's products: each is a product sheet under data/ with its drawings.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { blindPictures } from './drawing/blind-pictures.js'
import { tablePictures } from './drawing/table-pictures.js'
import { laptopPictures } from './drawing/laptop-pictures.js'
import type { DrawingFiles } from './drawing/svg-helpers.js'

export interface DemoProduct {
  /** Also the file name of the sheet. */
  readonly key: string
  /** Drawings by file name. */
  readonly pictures: DrawingFiles
}

export const demoProducts: readonly DemoProduct[] = [
  { key: 'roller-blind', pictures: blindPictures },
  { key: 'dell-laptop', pictures: laptopPictures },
  { key: 'standing-desk', pictures: tablePictures },
]

/** The sheet's text, read from the source tree because the compiler does not copy it. */
export function readProductSheet({ key }: DemoProduct): string {
  return readFileSync(fileURLToPath(new URL(`../../../plugins/demo/data/${key}.yaml`, import.meta.url)), 'utf8')
}
