// Transfer packages of products: opening them, reading their products, and the note that finishes an interrupted transfer.
export { withTransferNote } from '../transfer/transfer-note.js'
export { parsePackageProduct } from '../transfer/import/parsed-product.js'
export { type Package, openPackage } from '../transfer/package/open.js'
export { isFileProperty, sanitizeExportedFile } from '../transfer/package/rows.js'
export { PackageFault } from '../transfer/package/format.js'
export { resolvePackageLocation } from '../transfer/package/package-location.js'
export { transferPrefix } from '../transfer/transfer-note.js'
