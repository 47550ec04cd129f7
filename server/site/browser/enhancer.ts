// What every page of the reading site loads. In the build this file is nothing but the import below, and pages name what
// it imports instead of it (`server/http/pages/built-assets.ts`): readers are spared a request.
import '../styles.css';
import './enhancer/start-enhancer.ts';
