// Distinguishes instances from machinery in folders that contain both, such as core/actions.
import { getFolder, type SourceFile } from '../support/repository.js'

/** The function with which each instance of a folder is declared. Machinery does not call it. */
const declaringFunctions: Readonly<Record<string, string>> = {
  'core/actions': 'defineAction',
  'core/verbs': 'defineVerb',
  'core/jobs': 'defineWorkerJob',
  'core/tasks': 'defineTask',
}

/** True for a file of such a folder that declares no instance. */
export function isMachinery({ path, text }: SourceFile): boolean {
  const name = declaringFunctions[getFolder(path)]
  return name !== undefined && !path.endsWith('/index.ts') && !new RegExp(`= ${name}\\b`).test(text)
}
