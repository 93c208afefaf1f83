// A screen of a plugin, with its menu label as heading.
import type { ReactNode } from 'react'
import type { MenuEntry, Session } from '../../transport/shape.js'
import { useTitle } from '../ground/title.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { PluggedPart } from './part.js'

adoptFormStyle()
adoptListStyle()

export function PluggedScreen({ entry, session }: { readonly entry: MenuEntry; readonly session: Session }): ReactNode {
  useTitle(entry.label)
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{entry.label}</h1>
      </header>
      <PluggedPart script={entry.script!} mayWrite={entry.may.write} session={session} />
    </div>
  )
}
