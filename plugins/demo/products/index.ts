// The products of the demo shop, in the order in which the storefront shows them.
import type { ProductSheet } from '../sheet.js'
import { dellLaptop } from './dell-laptop.js'
import { rollerBlind } from './roller-blind.js'
import { standingDesk } from './standing-desk.js'

/** Each sheet is made when it is asked for, so that data files are read by seeding only. */
export const demoProducts: Readonly<Record<string, () => ProductSheet>> = {
  'roller-blind': rollerBlind,
  'dell-laptop': dellLaptop,
  'standing-desk': standingDesk,
}
