// The demo's products: each a product sheet under data/, with the drawings that it names.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { blindPictures } from './drawing/blind.js'
import { deskPictures } from './drawing/desk.js'
import { laptopPictures } from './drawing/laptop.js'
import type { Pictures } from './drawing/layer.js'

export interface DemoProduct {
  /** Also the name of the sheet. */
  readonly key: string
  /** Drawings by the names of their files. */
  readonly pictures: Pictures
}

export const demoProducts: readonly DemoProduct[] = [
  { key: 'roller-blind', pictures: blindPictures },
  { key: 'dell-laptop', pictures: laptopPictures },
  { key: 'standing-desk', pictures: deskPictures },
]

/** The sheet's text; it stands beside the sources and is not compiled. */
export function sheetOf({ key }: DemoProduct): string {
  return readFileSync(fileURLToPath(new URL(`../../../plugins/demo/data/${key}.yaml`, import.meta.url)), 'utf8')
}
