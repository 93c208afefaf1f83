// Arguments of the actions that read a package.
import { boolean, dropdown, string } from '#core/contract.js'
import { type ProductImportOptions, type TransferMode, transferModes } from './import/define.js'

export const packageArguments = {
  path: string('Path', {
    required: true,
    help: 'Over HTTP a file name in the transfer folder, otherwise any path.',
  }),
  mode: dropdown('Mode', {
    choices: transferModes,
    help: "copy (the default): new records; exact: keep the package's ids and delete everything that it lacks.",
  }),
  new_ids: boolean('New ids', { help: 'With exact: replace ids that other products use instead of refusing them.' }),
}

export interface PackageInput {
  readonly path: string
  readonly mode?: TransferMode
  readonly new_ids?: boolean
}

export const toImportMode = ({ mode = 'copy', new_ids = false }: PackageInput): ProductImportOptions => ({
  mode,
  newIds: mode === 'exact' && new_ids,
})
