// A screen of a plugin, with its menu label as heading.
import type { ReactNode } from 'react'
import type { MenuEntry, AdminSessionReply } from '../../api/shape.js'
import { useWindowTitle } from '../base/routing.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { PluginPart } from './plugin-part.js'

adoptFormStyle()
adoptListStyle()

export function PluginScreen({ entry, session }: { readonly entry: MenuEntry; readonly session: AdminSessionReply }): ReactNode {
  useWindowTitle(entry.label)
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{entry.label}</h1>
      </header>
      <PluginPart script={entry.script!} mayWrite={entry.may.write} session={session} />
    </div>
  )
}
