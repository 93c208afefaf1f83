// The actions that export, check and import products as packages, and that import variant tables.
import type { Action } from '#core/contract.js'
import { checkProductPackage } from './check-product-package.js'
import { exportProduct } from './export-product.js'
import { importProductPackage } from './import-product-package.js'
import { importTable } from './import-table.js'

export const packageActions: readonly Action<never>[] = [exportProduct, checkProductPackage, importProductPackage, importTable]
