/// `./cobnut profile`: records a process, and shows, compares and exports recordings.
///
/// ```text
/// ProfileCommand      records a service or any other JVM with the lab's ProfileRecorder
/// ProfileFolder       the result folder: tables, pictures, pages
/// CompareRecordings   two recordings side by side: `./cobnut profile compare`
/// ExportCommand       a recording for other tools: `./cobnut profile export`
/// ```
@NullMarked
package dev.cobnut.loadtests.profile;

import org.jspecify.annotations.NullMarked;
