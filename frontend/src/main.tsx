// This file starts the page: a notebook if the address names one, else the list of files.
import { render } from 'preact'
import { App } from './app'
import { SessionContext } from './context'
import { notebookPath, socketURL } from './page'
import { Session } from './session'
import { Files } from './shell/files'
import './style/fonts.css'
import './style/tokens.css'
import './style/base.css'
import './style/frame.css'
import './style/cell.css'
import './style/output.css'
import './style/panel.css'
import './style/dialog.css'
import './style/narrow.css'

const host = document.getElementById('app')!
const path = notebookPath()
if (path === undefined) {
  render(<Files />, host)
} else {
  const session = new Session(socketURL(path))
  render(
    <SessionContext.Provider value={session}>
      <App />
    </SessionContext.Provider>,
    host,
  )
  session.start()
}
