// Migrations of the example, in order.
import type { Migration } from 'product-configurator-service'
import { materials } from './0001-materials.js'
import { availability } from './0002-availability.js'

export const migrations: readonly Migration[] = [materials, availability]
