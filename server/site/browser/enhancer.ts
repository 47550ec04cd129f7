// The script that every page of the reading site loads. In the build this file is nothing but the import below, and
// pages name the imported file instead (`server/http/pages/built-assets.ts`): this saves readers a request.
import '../styles.css';
import './enhancer/start-enhancer.ts';
