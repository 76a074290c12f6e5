/** The entry of the page at /docs, see src/http/console-bundle.ts. */
import '../ui/base.css'
import '../ui/ui.css'
import '../ui/print.css'
import './reference.css'
import { render } from 'preact'
import { Reference } from './reference-page.tsx'

const root = document.getElementById('app')
if (root !== null) render(<Reference />, root)
