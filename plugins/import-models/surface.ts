// The part of the importers that the command line may import.
export { readTableFile } from './workbook/xlsx.js'
