/** The API reference at `/docs`: Swagger UI on the document of this service, with a sample of each request. */
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './docs.css';
import { samplesPlugin } from './samples-plugin.js';

const DOCUMENT = '/api/v1/openapi.json';

/** Swagger UI has no theme that follows the system by itself. */
const followTheme = (): void => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => void document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
};

followTheme();
const { layoutActions } = SwaggerUI({
  url: DOCUMENT,
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // The key stays in the page: a reload forgets it.
  persistAuthorization: false,
  validatorUrl: null,
  plugins: [samplesPlugin],
});
// Swagger UI opens the operation of the address only when the page is loaded.
addEventListener('hashchange', () => layoutActions.parseDeepLinkHash(location.hash));
