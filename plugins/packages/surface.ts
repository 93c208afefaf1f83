// The part of the packages of products that other plugins may import.
export { ImportFiles } from './import/files.js'
export { parsePackageProduct } from './import/parsed-product.js'
export { type Package, openPackage } from './package/open.js'
export { openPackageDownload, receivePackage } from './package/package-exchange.js'
export { resolvePackageLocation } from './package/package-location.js'
export { isFileProperty, sanitizeExportedFile } from './package/rows.js'
export { encodeWorkbookNumber } from './table/number-column.js'
